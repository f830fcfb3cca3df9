"""The version, which the package metadata is built from too."""

__version__ = "0.1.0"
