"""Answer everything with outage.html and 503, for a proxy without files of its own: `python3 deploy/outage.py 8009`."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = Path(__file__).with_name("outage.html").read_bytes()
# The most bytes of a body that are in memory at a time.
PIECE = 65536


class Outage(BaseHTTPRequestHandler):
    # Seconds for each piece of a request.
    timeout = 10

    def do_GET(self) -> None:
        self.drop_body()
        self.send_response(503)
        headers = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(PAGE)),
            "Cache-Control": "no-store",
            "Retry-After": "5",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(PAGE)

    do_HEAD = do_POST = do_GET

    def drop_body(self) -> None:
        """Read the body first: a client that still sends might not read the response."""
        try:
            left = int(self.headers.get("Content-Length", "0"))
        except ValueError:
            # The connection is closed after each response in any case.
            left = 0
        while left > 0 and (piece := self.rfile.read(min(left, PIECE))):
            left -= len(piece)

    def log_message(self, *_given: object) -> None:
        """Log nothing: the proxy logs requests."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Outage).serve_forever()
