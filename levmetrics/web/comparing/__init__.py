"""The parts of the Compare tab.

- What a visitor gives: ``boxes`` or ``uploads`` of ``given`` systems, and ``checks`` of them before
  any work.
- What comes of it: ``compared`` scores and compares, ``verdicts`` says who is better, ``differing``
  finds the samples in which two systems differ.
- What a visitor sees: ``drawing`` (HTML), ``difference_plot``, ``results`` (components).
"""
