"""The page for players: static files, and their routes."""
