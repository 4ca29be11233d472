"""How pip, uv and `make wheel` build the package: with the page and the documentation inside, or not at all.

setuptools does the work (its hooks, PEP 517); before it packs, everything that is served has to be there and current.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import build_editable as build_editable
from setuptools.build_meta import get_requires_for_build_editable as get_requires_for_build_editable
from setuptools.build_meta import prepare_metadata_for_build_editable as prepare_metadata_for_build_editable
from setuptools.build_meta import prepare_metadata_for_build_wheel as prepare_metadata_for_build_wheel

import documentation
import page

Settings = Mapping[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *page.needs()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *page.needs()]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    prepare()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    prepare()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def prepare() -> None:
    shutil.rmtree(page.ROOT / "build" / "lib", ignore_errors=True)  # files of an earlier page would be packed, too
    page.build()
    documentation.build()
