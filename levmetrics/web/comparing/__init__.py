"""The parts of the Compare tab.

- What a visitor gives: ``boxes`` or ``uploads`` of ``given`` systems, and ``checks`` of them before
  any work.
- What is said of them: ``verdicts`` says who is better, ``drawing`` draws it, with the tables and
  a plot of the differences.
"""
