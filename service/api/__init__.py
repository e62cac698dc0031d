"""HTTP: one module a resource, what is accepted and shown, and every way to fail."""
