"""What is said of one system's result.

- ``wording`` says the numbers in words, ``notices`` what should be known beside them.
- ``headline`` draws both, ``snippet`` writes Python that gives the same number.
"""
