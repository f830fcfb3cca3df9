"""What the page says, in English and Japanese: a file for each part of it."""
