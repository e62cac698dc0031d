"""Bugs put into the service one at a time, to find those that no test of their room sees."""
