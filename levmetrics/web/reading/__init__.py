"""Uploaded files: how they were read is shown, can be changed, and is scored as shown.

- ``read_as``: files, how a visitor says that they are read, and the columns to choose from.
- ``files``: the summary of every file; ``card``: the same as HTML.
- ``sides``: guesses columns by name; ``samples``: the samples of the chosen columns.
- ``child``: the process with limited memory and time that does all reading.
"""
