"""The site as deploy/compose.yaml describes it, without containers.

PostgreSQL, Valkey, web processes, schedulers and a real reverse proxy run on this machine's loopback. `make cluster`
runs it; tests and benchmarks use `Cluster`.
"""

from scripts.cluster.cluster import Cluster

__all__ = ["Cluster"]
