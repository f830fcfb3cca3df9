"""The web page with four tabs, and endpoints for programs, over this package's metrics.

- The page: ``page`` puts the tabs together and serves them, ``address`` checks its address first
  and knows its names, ``middleware`` refuses what comes from other sites, ``waiting`` lets visitors
  take turns, ``running`` ends what takes too long, ``held_files`` counts and deletes uploads,
  ``warm_up`` loads the rest once the page is there.
- The tabs: ``systems_tab`` is Score and Compare, ``inside_tab`` (with ``inside_drawing``) and
  ``why_tab`` (with ``pitfalls``) are the others. ``controls``, ``readiness`` and ``showing`` are in
  several.
- What a visitor gives: ``texts`` takes it, in boxes (``example_boxes`` fill them, ``line_counts``
  checks them) or from ``uploads``, which ``reading`` reads in a process of its own; it is
  ``reading.given``. ``requests`` checks it within ``limits``, and ``scored`` scores it.
- What a visitor sees: ``explorer`` is the one component of a result, which says what ``results``
  says; ``language`` (English and Japanese, from ``wording.json``), ``theme``, ``error_messages``.
  HTML, styles and scripts are templates in ``levmetrics/rendering/templates/page``.
- Programs: ``endpoints``, and as ``tools`` models; ``programs`` is the page that explains them.
"""
