"""Reports: scored systems as one HTML file that can be mailed, with nothing to be loaded."""
