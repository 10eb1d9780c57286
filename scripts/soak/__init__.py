"""`make soak`: the site under everything that goes wrong at hosts, for any time, with figures.

It is no part of the tests and uses the servers and clients of scripts/bench and scripts/cluster.
"""
