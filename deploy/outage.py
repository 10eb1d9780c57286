"""Answer everything with outage.html and 503, for a proxy without files of its own: `python3 deploy/outage.py 8009`."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = Path(__file__).with_name("outage.html").read_bytes()


class Outage(BaseHTTPRequestHandler):
    # Seconds for each piece of a request.
    timeout = 10

    def do_GET(self) -> None:
        # Read the body first: a client that still sends might not read the response.
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
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

    def log_message(self, *_given: object) -> None:
        """Log nothing: the proxy logs requests."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Outage).serve_forever()
