"""`make soak`: run the site under floods, crashes and outages for any time, and measure it.

It is not part of the tests and uses the servers and clients of scripts/bench and scripts/cluster.
"""
