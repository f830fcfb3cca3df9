"""Reports: scored systems as one self-contained HTML file."""
