"""Faults made on purpose, with real servers: what was promised, what was measured."""
