"""The site as deploy/compose.yaml describes it, without containers: PostgreSQL, Valkey, web processes, schedulers and a
real reverse proxy, on this machine's loopback only. `make cluster` runs it; tests and measurements use `Cluster`."""

from scripts.cluster.cluster import Cluster

__all__ = ["Cluster"]
