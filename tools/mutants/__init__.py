"""Bugs put into the service one at a time: do the tests of their room see them?"""
