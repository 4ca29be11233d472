"""DLPack by hand: memory that torch, JAX, CuPy and numpy take over as it is, without a copy.

numba-cuda exports none. A capsule holds one C struct (https://dmlc.github.io/dlpack/latest/c_api.html), which keeps its
owner alive until whoever took it has given it back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of numbers, by numpy's letter
_NAME = b"dltensor"  # until somebody has taken it


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


_kept: dict[int, Any] = {}  # by the address of the struct: the struct, what it points to and its owner
_capsules = ctypes.pythonapi
_capsules.PyCapsule_New.restype = ctypes.py_object
_capsules.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_capsules.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_capsules.PyCapsule_GetPointer.restype = ctypes.c_void_p
_capsules.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _given_back(address: int, kept: dict[int, Any] = _kept) -> None:
    """Whoever had taken it needs it no longer."""
    kept.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _thrown_away(capsule: int, kept: dict[int, Any] = _kept, calls: Any = _capsules, name: bytes = _NAME) -> None:
    """Of a capsule that nobody has taken; else it has another name by now."""
    if calls.PyCapsule_IsValid(capsule, name):
        kept.pop(calls.PyCapsule_GetPointer(capsule, name), None)


for _each in (_given_back, _thrown_away):  # others may call them until the very end
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_each))


def capsule(
    owner: Any, address: int, shape: Sequence[int], strides: Sequence[int], dtype: Any, device: tuple[int, int]
) -> Any:
    """What `__dlpack__` answers about memory of an owner; strides are in bytes, as numpy counts them."""
    numbers, size = np.dtype(dtype), len(shape)
    sizes, steps = (ctypes.c_int64 * size)(*shape), (ctypes.c_int64 * size)(*(s // numbers.itemsize for s in strides))
    found = _Managed(
        _Tensor(address, *device, size, _CODES[numbers.kind], 8 * numbers.itemsize, 1, sizes, steps, 0),
        None,
        ctypes.cast(_given_back, ctypes.c_void_p),
    )
    place = ctypes.addressof(found)
    _kept[place] = found, sizes, steps, owner
    return _capsules.PyCapsule_New(place, _NAME, ctypes.cast(_thrown_away, ctypes.c_void_p))
