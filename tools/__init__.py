"""Programs that make the figures and pictures of the documentation."""
