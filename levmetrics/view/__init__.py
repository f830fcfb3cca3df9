"""The view of a result: a run or a comparison as one document of parts.

The report, the page, a notebook, Markdown and the terminal show the same parts, words and numbers.
"""
