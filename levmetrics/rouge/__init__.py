"""ROUGE of summaries in every script: common n-grams and common subsequences of words."""
