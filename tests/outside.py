"""The package of examples/pig, installed as anybody would install it: every suite has one game from outside."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples" / "pig"
PIP = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install")
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation")


def installed() -> Path:
    """The folder that it is installed in, made once for each state of its sources."""
    sources = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".md", ".js"))
    digest = hashlib.sha256(sys.version.encode())
    for path in sources:
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    folder = ROOT / "build" / f"pig-{digest.hexdigest()[:16]}"
    if not folder.exists():
        install(PACKAGE, folder)
    return folder


def install(package: Path, folder: Path) -> None:
    """From a copy, because building leaves things in the sources; the folder is there as a whole or not at all."""
    with tempfile.TemporaryDirectory() as name:
        copy, target = Path(name, "sources"), Path(name, "installed")
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        subprocess.run([*PIP, *OFFLINE, "--target", str(target), str(copy)], check=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        if not folder.exists():  # another process may have been quicker
            shutil.move(target, folder)


def bring(folder: Path) -> None:
    """Installed for this process and for those that it starts."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (before, str(folder))))
