"""What is said of a result.

- Of one system: ``wording`` says the numbers in words, ``notices`` what should be known beside
  them; ``headline`` draws both, ``snippet`` writes Python that gives the same number.
- Of several: ``verdicts`` says which is better, ``comparison`` draws it, with tables and a plot.
"""
