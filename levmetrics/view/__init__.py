"""The view of a result: scored systems as one document of parts.

The report, the page, a notebook, Markdown and the terminal show the same parts, words and numbers.

- ``systems`` holds what is viewed, ``view`` makes the document of its ``part`` objects.
- One system: ``result`` has its numbers, which ``meaning`` puts in words; ``notices`` are caveats
  and other ways of scoring; ``charts`` are tables with bars, whose rows select samples.
- Several systems: ``verdicts`` says which is better; ``tables`` has scores, differences, tests.
- Samples: ``samples`` embeds them for the browser's script, ``worst`` draws some for paper.
- ``names`` and ``language`` name scores, by the words of ``words.json`` and those of the metric.
"""
