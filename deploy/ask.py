"""Check that a URL answers 200, for health checks of containers: `python deploy/ask.py http://…/healthz`."""

import sys
import urllib.error
import urllib.request

try:
    urllib.request.urlopen(sys.argv[1], timeout=4).close()
except (OSError, urllib.error.HTTPError) as error:
    sys.exit(f"{sys.argv[1]}: {error}")
