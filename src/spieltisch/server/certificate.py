"""HTTPS for the network at home: a certificate of the house's own, made by openssl and kept in the data folder.

An authority of the house signs it. Devices that are told to trust that authority show no warning; it is made for
private addresses and the names of the house only, so whoever should get hold of its key gains little elsewhere.
Certificates that lie there already and are not ours are used as they are.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from spieltisch.contract import Trouble
from spieltisch.server.guard import own_names
from spieltisch.tables.folder import private

FOLDER = "https"  # in the data folder
LASTS = 390  # days; browsers refuse certificates that last much longer than a year
AUTHORITY_LASTS = 3650
RENEWED = 30  # days before its end
OURS = "# Made by Spieltisch for "
HOME = [  # what is never somebody else's on the Internet
    ip_network(each)
    for each in (
        "10.0.0.0/8",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "fc00::/7",
        "fe80::/10",
    )
]
HERE = ("127.0.0.1", "::1")
UNKNOWN = (
    "Browsers warn the first time: no authority that they know vouches for this house. Whoever goes on all the same\n"
    "is not listened to, and the screen stays awake. For the table as an app, and a page that opens while the house\n"
    "is away, a device has to trust {address}/https.crt; {address}/docs/operating.html says how."
)


@dataclass(frozen=True)
class Certificate:
    """Files, as OpenSSL reads them."""

    certificate: Path
    key: Path
    authority: Path | None  # that vouches for it; None where somebody else's does


def certificate(data: Path, names: Sequence[str] = (), now: datetime | None = None) -> Certificate:
    """That of this house, made or renewed where it has to be."""
    folder = private(private(data) / FOLDER)
    now = now or datetime.now(UTC)
    found = Certificate(folder / "house.crt", folder / "house.key", folder / "authority.crt")
    if found.certificate.exists() and not _ours(found.certificate):
        _check(found)
        return Certificate(found.certificate, found.key, None)
    wanted = sorted({*own_names(), *(name.lower() for name in names)})
    addresses = sorted({*HERE, *_home_addresses()})
    if not _holds(folder / "authority.crt", wanted, now):
        with _made(folder, "authority", _authority(wanted), wanted, now, AUTHORITY_LASTS):
            (folder / "house.crt").unlink(missing_ok=True)
    if not _holds(found.certificate, [*wanted, *addresses], now):
        with _made(folder, "house", _leaf(wanted, addresses), [*wanted, *addresses], now, LASTS):
            pass
    return found


def _check(found: Certificate) -> None:
    """Before anybody is told that the house is open."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(found.certificate, found.key)
    except (OSError, ValueError) as error:  # an SSLError is an OSError
        raise Trouble(
            "{file} and {name} beside it are no certificate with its key: {why}.",
            file=found.certificate,
            name=found.key.name,
            why=error,
        ) from None


def _ours(file: Path) -> bool:
    return file.read_text(encoding="utf-8").startswith(OURS)


def _holds(file: Path, wanted: Sequence[str], now: datetime) -> bool:
    """Whether it is for all of these, and for a while yet."""
    if not file.exists():
        return False
    said, _, until = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix(OURS).partition(" until ")
    return set(wanted) <= set(said.split()) and datetime.fromisoformat(until) > now + timedelta(days=RENEWED)


def _home_addresses() -> Iterator[str]:
    """Under which this machine is known in its network."""
    for family, there in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:  # nothing is sent
            probe.connect((there, 9))
            address = ip_address(probe.getsockname()[0].partition("%")[0])
            if any(address in network for network in HOME if network.version == address.version):
                yield str(address)


def _authority(names: Sequence[str]) -> str:
    networks = [each.with_netmask for each in HOME if each.version == 4]
    networks += [
        f"{each.network_address}/{each.netmask}" for each in (*HOME, ip_network("::1/128")) if each.version == 6
    ]
    permitted = [f"permitted;DNS.{k} = {name}" for k, name in enumerate(names)]
    permitted += [f"permitted;IP.{k} = {network}" for k, network in enumerate(networks)]
    return "\n".join(
        (
            "basicConstraints = critical, CA:TRUE, pathlen:0",
            "keyUsage = critical, keyCertSign, cRLSign",
            "subjectKeyIdentifier = hash",
            "nameConstraints = critical, @permitted",
            "[permitted]",
            *permitted,
        )
    )


def _leaf(names: Sequence[str], addresses: Sequence[str]) -> str:
    known = [*(f"DNS:{name}" for name in names), *(f"IP:{address}" for address in addresses)]
    return "\n".join(
        (
            "basicConstraints = critical, CA:FALSE",
            "keyUsage = critical, digitalSignature",
            "extendedKeyUsage = serverAuth",
            "subjectKeyIdentifier = hash",
            "authorityKeyIdentifier = keyid",
            f"subjectAltName = {', '.join(known)}",
        )
    )


@contextlib.contextmanager
def _made(folder: Path, name: str, extensions: str, wanted: Sequence[str], now: datetime, days: int) -> Iterator[None]:
    """A key and what is signed with it; both are there, or neither."""
    subject = f"Spieltisch {name} of {socket.gethostname()[:40]}"
    with tempfile.TemporaryDirectory(dir=folder) as place:
        new = Path(place)
        config = f"[req]\ndistinguished_name = who\nprompt = no\n[who]\nCN = {subject}\n[extensions]\n{extensions}\n"
        (new / "config").write_text(config, encoding="utf-8")
        _openssl(new, "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key")
        _openssl(new, "req", "-new", "-key", "key", "-config", "config", "-out", "request")
        serial = ("-set_serial", f"0x{os.urandom(16).hex()}", "-days", str(days), "-sha256")
        extended = ("-extfile", "config", "-extensions", "extensions")
        by_authority = ("-CA", str(folder / "authority.crt"), "-CAkey", str(folder / "authority.key"))
        with_whom = ("-signkey", "key") if name == "authority" else by_authority
        _openssl(new, "x509", "-req", "-in", "request", *with_whom, *serial, *extended, "-out", "crt")
        until = (now + timedelta(days=days)).isoformat(timespec="seconds")
        signed = (new / "crt").read_text(encoding="ascii")
        (new / "crt").write_text(f"{OURS}{' '.join(wanted)} until {until}\n{signed}", encoding="utf-8")
        for part in ("key", "crt"):
            (new / part).chmod(0o600)
        yield
        os.replace(new / "key", folder / f"{name}.key")
        os.replace(new / "crt", folder / f"{name}.crt")


def _openssl(folder: Path, *what: str) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise Trouble(
            "--https makes its certificate with the program openssl, which is not here: install it, or put one of your "
            "own into {folder}, as house.crt and house.key.",
            folder=folder.parent,
        )
    done = subprocess.run([program, *what], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(
            "openssl cannot make a certificate: {why}",
            why=(done.stderr.strip().splitlines() or ["it says nothing"])[-1],
        )
