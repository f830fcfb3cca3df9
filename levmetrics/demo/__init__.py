"""The web demo: a page with four tabs, and endpoints for programs, over this package's metrics.

- The page: ``page`` puts the tabs together and serves them, ``address`` checks its address first.
- The tabs: ``score_tab`` (with ``score_inputs``, ``score_results`` and ``score_tables``),
  ``compare_tab`` (with ``comparing``), ``inside_tab`` (with ``inside_drawing``) and ``why_tab``
  (with ``pitfalls``). ``controls`` are in several.
- What a visitor gives: ``example_boxes`` and ``sources`` hold the texts,
  ``requests`` score them, ``limits`` and ``workload`` refuse too much.
- What a visitor sees: ``showing`` (where results are, and whether they are of the inputs),
  ``language`` (English and Japanese, from ``wording``), ``drawing`` (HTML, by the templates in
  ``levmetrics/rendering/templates/page``), ``exports`` (downloads), ``error_messages``.
- Programs: ``endpoints``.
"""
