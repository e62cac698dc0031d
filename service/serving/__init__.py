"""The parts for gunicorn and operators: worker, log, metrics, traces, background work."""
