"""`make bench`: benchmarks of the site, side by side in one run. See docs/performance.md."""
