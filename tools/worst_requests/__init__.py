"""A search for the most expensive request of every endpoint."""
