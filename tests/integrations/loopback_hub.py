"""A Hugging Face Hub on this machine: it serves the files of Spaces, and takes commits to them.

Its paths are those of the Hub's HTTP interface, as huggingface_hub and evaluate call them.
"""

import base64
import hashlib
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "hf_of_this_test_alone"


class _Hub(ThreadingHTTPServer):
    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), _Request)
        self.folder = folder
        self.asked = []  # "GET /path", in order

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class _Request(BaseHTTPRequestHandler):
    server: _Hub
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self._file()

    def do_GET(self):
        self._file()

    def _file(self):
        self.server.asked.append(f"{self.command} {self.path}")
        # /spaces/OWNER/NAME/resolve/REVISION/FILE
        parts = self.path.split("/")
        file = self.server.folder.joinpath(*parts[2:4], *parts[6:])
        if parts[1] != "spaces" or parts[5:6] != ["main"] or not file.is_file():
            self._answer(404, b"Entry not found")
        else:
            content = file.read_bytes()
            self._answer(200, content, ETag=f'"{hashlib.sha1(content).hexdigest()}"')

    def do_POST(self):
        self.server.asked.append(f"{self.command} {self.path}")
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            self._json({"error": "Invalid credentials in Authorization header"}, 401)
        elif self.path == "/api/repos/create":
            self._create(json.loads(body))
        elif self.path == "/api/validate-yaml":
            self._json({"errors": [], "warnings": []})
        elif "/preupload/" in self.path:
            files = json.loads(body)["files"]
            plain = {"uploadMode": "regular", "shouldIgnore": False}
            self._json({"files": [{"path": file["path"], **plain} for file in files]})
        else:
            self._commit([json.loads(line) for line in body.splitlines()])

    def _create(self, asked):
        assert (asked["type"], asked["sdk"]) == ("space", "gradio")
        name = f"{asked['organization']}/{asked['name']}"
        (self.server.folder / name).mkdir(parents=True)
        self._json({"url": f"{self.server.url}/spaces/{name}", "id": name})

    def _commit(self, operations):
        # /api/spaces/OWNER/NAME/commit/REVISION
        owner, name = self.path.split("/")[3:5]
        for operation in operations:
            if operation["key"] == "file":
                value = operation["value"]
                content = base64.b64decode(value["content"])
                (self.server.folder / owner / name / value["path"]).write_bytes(content)
        url = f"{self.server.url}/spaces/{owner}/{name}/commit/{'0' * 40}"
        self._json({"commitUrl": url, "commitOid": "0" * 40, "success": True})

    def _json(self, value, status=200):
        self._answer(status, json.dumps(value).encode(), **{"Content-Type": "application/json"})

    def _answer(self, status, content, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *args):
        """Write nothing to the terminal."""


@contextmanager
def serving(folder):
    """Serve the Spaces ``OWNER/NAME`` in a folder."""
    with _Hub(folder) as hub:
        thread = threading.Thread(target=hub.serve_forever)
        thread.start()
        try:
            yield hub
        finally:
            hub.shutdown()
            thread.join()
