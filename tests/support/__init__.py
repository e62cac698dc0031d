"""What tests and tools share: programs, servers and waiting."""
