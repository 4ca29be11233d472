"""Ed25519, with the examples of RFC 8032 (section 7.1)."""

from __future__ import annotations

import pytest

from spieltisch.daily import signing

EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), EXAMPLES)
def test_keys_and_signatures_are_those_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    key, text = bytes.fromhex(secret), bytes.fromhex(message)
    assert signing.public_key(key).hex() == public
    assert signing.sign(key, text).hex() == signature
    assert signing.holds(bytes.fromhex(public), text, bytes.fromhex(signature))


def test_whatever_is_changed_is_noticed() -> None:
    secret, message = signing.new_secret(), b"eight of ten"
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    assert signing.holds(public, message, signature)
    assert not signing.holds(public, b"nine of ten", signature)
    assert not signing.holds(signing.public_key(signing.new_secret()), message, signature)
    for place in (0, 31, 32, 63):
        changed = bytes(byte ^ (k == place) for k, byte in enumerate(signature))
        assert not signing.holds(public, message, changed)


def test_what_is_no_key_and_no_signature_does_not_hold() -> None:
    secret, message = signing.new_secret(), b"x"
    public, signature = signing.public_key(secret), signing.sign(secret, message)
    off_the_curve = (2).to_bytes(32, "little")
    too_large = (2**255 - 1).to_bytes(32, "little")
    no_sign = (1 | 1 << 255).to_bytes(32, "little")  # x is 0 and has none
    for strange in (public[:31], public + b"\0", off_the_curve, too_large, no_sign):
        assert not signing.holds(strange, message, signature)
    assert not signing.holds(public, message, signature[:63])
    added = int.from_bytes(signature[32:], "little") + signing.ORDER  # the same number, written in another way
    assert not signing.holds(public, message, signature[:32] + added.to_bytes(32, "little"))
