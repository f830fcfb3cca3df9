"""The web page with four tabs, and endpoints for programs, over this package's metrics.

- The page: ``page`` puts the tabs together and serves them, ``address`` checks its address first
  and knows its names, ``middleware`` refuses what comes from other sites, ``waiting`` lets visitors
  take turns, ``running`` ends what takes too long, ``held_files`` counts and deletes uploads,
  ``warm_up`` loads the rest once the page is there.
- The tabs: ``score_tab`` (with ``score_inputs``), ``compare_tab`` (with ``comparing``),
  ``inside_tab`` (with ``inside_drawing``) and ``why_tab`` (with ``pitfalls``). ``controls``,
  ``places``, ``uploads``, ``readiness`` and ``line_counts`` are in several.
- What a visitor gives: ``example_boxes`` hold texts, ``reading`` reads files in a process of its
  own, ``requests`` check them within ``limits``, ``scored`` scores one system or several.
- What a visitor sees: ``explorer`` is the one component of a result, which says what ``results``
  and ``comparing`` say; ``showing`` says whether it is of the inputs; ``language`` (English and
  Japanese, from ``wording.json``), ``theme``, ``error_messages``. HTML and scripts are templates in
  ``levmetrics/rendering/templates/page``.
- Programs: ``endpoints``, and as ``tools`` models; ``programs`` is the page that explains them.
"""
