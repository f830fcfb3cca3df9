"""What the Score tab shows of what was scored.

- ``scored`` scores, and holds what the page shows; ``scripts`` tells how the texts are written.
- ``wording`` says the numbers in words, ``notices`` what should be known beside them.
- ``headline``, ``samples`` and ``overview`` draw them; ``exports`` are what a visitor takes along.
- ``components`` lays all of it out.
"""
