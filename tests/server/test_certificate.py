"""HTTPS at home: the certificate is for all names of the house and for nothing else, and is renewed in time."""

from __future__ import annotations

import shutil
import socket
import ssl
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from server.serving import PATIENCE, ProcessHouse, eventually, free_port
from spieltisch.contract import Trouble
from spieltisch.server import certificate as made
from spieltisch.server.certificate import LASTS, RENEWED, certificate

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="There is no openssl here.")


def verifies(authority: Path, leaf: Path, *more: str) -> bool:
    done = subprocess.run(["openssl", "verify", "-CAfile", authority, *more, leaf], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    certificate(folder, ["Play.Example"])
    return folder


def test_it_is_for_the_names_and_addresses_of_the_house(data: Path) -> None:
    found = certificate(data, ["Play.Example"])
    assert found.authority is not None
    for name in ("localhost", "play.example", socket.gethostname().lower()):
        assert verifies(found.authority, found.certificate, "-verify_hostname", name), name
    for address in ("127.0.0.1", "::1"):
        assert verifies(found.authority, found.certificate, "-verify_ip", address), address
    assert not verifies(found.authority, found.certificate, "-verify_hostname", "bank.example")
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in (data / "https").iterdir())


def test_its_authority_can_vouch_for_no_other_site(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever trusts it at home need not fear it elsewhere."""
    folder = data / "https"
    for extensions in (made._leaf(["bank.example"], []), made._leaf([], ["192.0.2.1"])):
        with made._made(folder, "other", extensions, [], datetime.now(UTC), 10):
            pass
        assert not verifies(folder / "authority.crt", folder / "other.crt")
    with made._made(folder, "other", made._leaf(["localhost"], ["192.168.1.7"]), [], datetime.now(UTC), 10):
        pass
    assert verifies(folder / "authority.crt", folder / "other.crt")
    for left in folder.glob("other.*"):
        left.unlink()


def test_it_stays_until_it_must_be_renewed_and_the_authority_stays_longer(data: Path) -> None:
    first, authority = ((data / "https" / name).read_bytes() for name in ("house.crt", "authority.crt"))
    later = datetime.now(UTC) + timedelta(days=LASTS - RENEWED - 1)
    assert certificate(data, ["play.example"], later).certificate.read_bytes() == first
    renewed = certificate(data, ["play.example"], later + timedelta(days=2)).certificate.read_bytes()
    assert renewed != first
    assert (data / "https" / "authority.crt").read_bytes() == authority


def test_another_name_needs_another_authority(data: Path) -> None:
    authority = (data / "https" / "authority.crt").read_bytes()
    found = certificate(data, ["play.example", "other.example"])
    assert found.authority is not None
    assert found.authority.read_bytes() != authority
    assert verifies(found.authority, found.certificate, "-verify_hostname", "other.example")


def test_a_certificate_of_somebody_else_is_used_as_it_is(tmp_path: Path) -> None:
    made = certificate(tmp_path / "another")
    folder = tmp_path / "https"
    folder.mkdir(mode=0o700)
    theirs = made.certificate.read_text()
    (folder / "house.crt").write_text(theirs[theirs.index("-----BEGIN") :])
    shutil.copy(made.key, folder)
    assert certificate(tmp_path).authority is None
    assert sorted(file.name for file in folder.iterdir()) == ["house.crt", "house.key"]


def test_what_is_no_certificate_with_its_key_is_named_before_the_house_opens(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    folder.mkdir(mode=0o700)
    (folder / "house.crt").write_text("-----BEGIN CERTIFICATE-----\n")
    with pytest.raises(Trouble, match=r"house\.crt and house\.key beside it are no certificate"):
        certificate(tmp_path)


def test_where_there_is_no_openssl_a_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Trouble, match="install it, or put one of your own into"):
        certificate(tmp_path)
    assert list((tmp_path / "https").iterdir()) == []


class SecureHouse(ProcessHouse):
    """Asked over https by somebody who trusts its authority."""

    def __init__(self, data: Path) -> None:
        found = certificate(data)
        self.trusting = ssl.create_default_context(cafile=str(found.authority))
        self.data, self.options, self.port = data, ("--https", "--no-limits"), free_port()
        self.http = httpx.Client(base_url=f"https://127.0.0.1:{self.port}", timeout=PATIENCE, verify=self.trusting)
        self.start()


def test_a_table_is_played_over_https_and_the_authority_can_be_had(tmp_path: Path) -> None:
    house = SecureHouse(tmp_path)
    try:
        table = house.open("genial_dice", "Anna", "Ben").make_ready()
        table.play(table.waiting()[0])
        address = f"wss://localhost:{house.port}/api/tables/{table.table}/socket"
        with connect(address, ssl=house.trusting, open_timeout=PATIENCE) as line:
            line.send('{"do": "hello", "keys": [], "language": "en", "looking": null}')
            assert '"whole"' in str(line.recv(timeout=PATIENCE))
        assert house.http.get("/https.crt").content == (tmp_path / "https" / "authority.crt").read_bytes()
        said = eventually(lambda: (tmp_path / "log.txt").read_text(encoding="utf-8"))
        assert f"https://127.0.0.1:{house.port}/#house=" in said
        assert f"https://127.0.0.1:{house.port}/https.crt" in said
    finally:
        house.stop()
