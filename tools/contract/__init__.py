"""openapi.yaml, made from the code, a file of paths and prose, and a scenario that is played."""
