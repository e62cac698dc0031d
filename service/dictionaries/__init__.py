"""Named word sets: from a word list to files, and from files to lexicons."""
