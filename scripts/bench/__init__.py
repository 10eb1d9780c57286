"""`make bench`: what the site does in a second, side by side in one run. See docs/performance.md."""
