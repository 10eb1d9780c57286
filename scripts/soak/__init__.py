"""`make soak`: the site under everything that goes wrong at hosts, for as long as one likes, with figures. No part of
the tests; it takes the servers and clients of scripts/bench and scripts/cluster."""
