"""The wording and drawing of results.

- One system: ``wording`` puts the numbers in words, ``notices`` adds caveats; ``headline`` draws
  both, ``snippet`` writes Python that gives the same number.
- Several systems: ``verdicts`` states which is better; ``comparison`` draws it, with tables and a
  plot.
"""
