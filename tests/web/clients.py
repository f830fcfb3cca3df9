"""Programs that ask the page's endpoints."""

# Over plain HTTP certificates are of no use, and each call of a client would load all of them.
PLAIN = {"verbose": False, "ssl_verify": False}
