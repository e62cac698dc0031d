"""What gunicorn and operators touch."""
