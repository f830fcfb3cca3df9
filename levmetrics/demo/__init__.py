"""The web demo: a page, and endpoints for programs, over the metrics of this package.

``limits`` and ``texts`` bring in what a visitor gives, ``scoring`` asks the metrics, ``drawing``
and ``exports`` say it, the tabs put both together on a ``page``, and ``endpoints`` serve programs.
"""
