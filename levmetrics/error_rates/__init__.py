"""Error rates of texts: of words, characters, readings, keywords and formatting."""
