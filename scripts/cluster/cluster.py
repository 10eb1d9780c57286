"""The cluster: all its processes, started and ended in order."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from scripts.cluster import certificate, proxies
from scripts.cluster.process import ROOT, Process, free_port, stop_all
from scripts.cluster.servers import Servers

DATABASE = "site"


class Cluster:
    """`with Cluster(webs=2, schedulers=2) as site:` starts everything and waits until it is ready. Nothing is left
    afterwards.

    `site.url` is the public URL, over HTTPS with the certificate in `site.certificate`; Caddy also serves HTTP.
    """

    def __init__(
        self, webs: int = 2, schedulers: int = 2, proxy: str = "caddy", port: int = 0, *, https: bool = True
    ) -> None:
        self.counts, self.port, self.https = (webs, schedulers), port or free_port(), https
        self.url = f"{'https' if https else 'http'}://localhost:{self.port}"
        self.proxy_name = proxy
        self.webs: dict[int, Process] = {}
        self.schedulers: list[Process] = []

    def __enter__(self) -> Cluster:
        with ExitStack() as stack:
            # Not in VAR_DIR: PostgreSQL may run as another user, and the path of its socket must be short.
            self.folder = Path(tempfile.mkdtemp(prefix="unbirthday-"))
            stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
            self.folder.chmod(0o755)
            self.static = self.folder / "static"
            self.certificate, self.key = certificate.make(self.folder)
            self.servers = Servers(self.folder)
            stack.callback(self.servers.stop)
            self.servers.create(DATABASE)
            self.prepare()
            stack.callback(self.stop_processes)
            self.start_processes()
            self.ended = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended.close()

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "VAR_DIR": str(self.folder / "var"),
            "STATIC_ROOT": str(self.static),
            "DATABASE_URL": self.servers.database_url(DATABASE),
            "CHANNEL_URL": self.servers.channel_url,
            "SITE_URL": self.url,
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": str(self.https).lower(),
            "TRUSTED_PROXIES": "1",
            # The proxy asks every second whether a process is ready.
            "DRAIN_SECONDS": "3",
            "SSL_CERT_FILE": str(self.certificate),
            "GUESTS_PER_HOUR": "0",
        }

    def manage(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a management command to its end."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment | more,
            capture_output=True,
            text=True,
        )

    def prepare(self) -> None:
        """Do the same as the container `prepare`."""
        for words in (["migrate", "--noinput"], ["collectstatic", "--noinput"]):
            process = self.manage(*words)
            if process.returncode:
                raise RuntimeError(process.stdout + process.stderr)

    def start_processes(self) -> None:
        webs, schedulers = self.counts
        for _ in range(webs):
            self.start_web(free_port())
        self.schedulers = [self._python(f"scheduler-{number}", "scheduler") for number in range(schedulers)]
        for port, process in self.webs.items():
            process.answers(port)
        self.start_proxy()

    def start_web(self, port: int) -> Process:
        self.webs[port] = self._python(f"web-{port}", "serve", "--no-scheduler", "--port", str(port))
        return self.webs[port]

    def _python(self, name: str, *words: str) -> Process:
        return Process(
            name, [sys.executable, "manage.py", *words], self.environment, self.folder / f"{name}.log"
        )

    def start_proxy(self) -> None:
        files = self.static, self.certificate, self.key
        front = proxies.Front(self.folder, self.port, sorted(self.webs), *files, https=self.https)
        words, more = proxies.PROXIES[self.proxy_name](front)
        log = self.folder / f"{self.proxy_name}.log"
        self.proxy = Process(self.proxy_name, words, os.environ | {"HOME": str(self.folder)} | more, log)
        self.proxy.answers(self.port)

    @property
    def processes(self) -> list[Process]:
        proxy = [self.proxy] if hasattr(self, "proxy") else []
        return [*proxy, *self.webs.values(), *self.schedulers]

    def stop_processes(self) -> None:
        """Stop all processes."""
        stop_all(self.processes)
