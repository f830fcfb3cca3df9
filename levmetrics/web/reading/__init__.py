"""Uploaded files: what was read of them is shown, can be changed, and is what is scored.

- ``read_as``: how a visitor says that a file is read, and the columns to choose from.
- ``files``: what is shown of every file; ``sides``: which columns their names say.
- ``samples``: predictions and references of the chosen columns.
- ``tables``: a file as a table, in the encoding that it looks like.
- ``child``: the process with limited memory and time in which all of that is read.
- ``card``: what was read, as HTML.
"""
