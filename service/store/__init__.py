"""Games between requests."""
