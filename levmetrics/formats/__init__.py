"""Files: their columns, the example texts, and the formats of competitions."""
