"""The file formats: a module for a few similar ones.

They are loaded by :mod:`levmetrics.formats.files`, some only when a file has their sign.
"""
