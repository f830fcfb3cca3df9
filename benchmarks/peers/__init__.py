"""The other tools, one a file: how each is called for the score that ours is compared with.

Every function takes predictions, then references, and returns the score of the whole corpus, by the
fastest calls that the tool offers for it.
"""
