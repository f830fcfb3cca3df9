"""The Hugging Face Space: `python app.py` serves the page on 127.0.0.1:7860."""

import sys

from levmetrics.__main__ import main

if __name__ == "__main__":
    main(["app", *sys.argv[1:]])
