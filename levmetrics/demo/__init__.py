"""The web demo: a page with four tabs, and endpoints for programs, over this package's metrics.

- The page: ``page`` puts the tabs together and serves them, ``address`` checks its address first
  and knows its names, ``middleware`` refuses what comes from other sites, ``warm_up`` loads the
  rest once the page is there.
- The tabs: ``score_tab`` (with ``score_inputs``, ``score_results`` and ``score_tables``),
  ``compare_tab``, ``inside_tab`` and ``why_tab``. ``controls`` are in several.
- What a visitor gives: ``example_boxes`` and ``sources`` hold the texts,
  ``requests`` score them; ``limits``, ``workload`` (by ``costs``) and ``visitors`` refuse too
  much.
- What a visitor sees: ``language`` (English and Japanese, from ``wording``), ``drawing`` (HTML, by
  the templates in ``levmetrics/rendering/templates/page``), ``exports`` (downloads),
  ``error_messages``.
- Programs: ``endpoints``, and as ``tools`` models.
"""
