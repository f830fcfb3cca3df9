"""Uploaded files: what was read of them is shown, can be changed, and is what is scored.

- ``read_as``: how a visitor says that a file is read, and the columns to choose from.
- ``files``: what is shown of every file; ``card``: that as HTML.
- ``sides``: which columns names say; ``samples``: predictions and references of the chosen ones.
- ``child``: the process with limited memory and time in which all of that is read.
"""
