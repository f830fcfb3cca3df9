"""The web page with three tabs, and its endpoints for programs.

- The page: ``page`` builds and serves the tabs, ``address`` checks the address and host names
  first, ``middleware`` rejects requests from other sites, ``waiting`` schedules visitors in turns,
  ``running`` ends runs that take too long, ``held_files`` counts and deletes uploads, ``warm_up``
  loads the rest once the page is served. ``faults`` logs unexpected errors.
- The tabs: ``systems_tab`` is Score and Compare, ``inside_tab`` is the other. ``controls``,
  ``readiness`` and ``showing`` are shared; ``solutions`` are what refusals offer.
- Input: ``texts`` takes it in boxes (``example_boxes`` fills them, ``line_counts`` checks them) or
  from ``uploads``, which ``reading`` reads in a separate process; the result is a
  ``reading.given``. ``requests`` checks it against ``limits``, and ``scored`` scores it.
- Output: ``explorer`` is the component of a result, which shows its view (``levmetrics/view``),
  with a ``snippet`` of Python; ``language`` (English and Japanese, from ``wording.json``),
  ``theme``, ``error_messages``. HTML, styles and
  scripts are templates in ``levmetrics/rendering/templates/page``.
- Programs: ``endpoints``, also offered to models as ``tools``; ``programs`` is their page, and
  checks what browsers and programs send.
"""
