"""The page that plays: static files, and their routes."""
