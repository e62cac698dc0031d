"""Perfect play, with proofs. It builds on the engine, which does not know of it."""
