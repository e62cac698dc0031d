"""The HTTP API: a module for each resource, the schemas of requests, and a table of problems."""
