"""Experiments on the engine: how well guessers play; no HTTP and no store."""
