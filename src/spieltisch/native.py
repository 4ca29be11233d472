# mypy: allow-untyped-calls
"""Rules as machine code: one piece for each entry, with all that it calls inside.

Left to itself numba optimises a function that others call once for itself and again inside each of its callers, and
theirs, and keeps all of that. Here a rule that only rules call stays as it was lowered, and an entry takes in what it
can reach, once, before it is optimised and kept.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.environment import lookup_environment
from numba.extending import intrinsic, overload_method
from numba.np.arrayobj import make_array

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
ENVIRONMENT = "_ZN08NumbaEnv"  # how numba's names of environments begin
CALLED_BY_PYTHON = "_ZN7cpython"  # and those of the functions that take what Python gives, and let it go afterwards
MAKES_ARRAYS = re.compile(r"call [^\n]*@NRT_(?:MemInfo_(?!call_dtor)|Allocate|Reallocate|adapt_ndarray_to)")
COUNTS = re.compile(r"^ *(?:tail )?call void @NRT_(?:incref|decref)\(.*\n", re.MULTILINE)


def _popcount(_typing: Any, _bits: Any) -> Any:
    return types.int64(types.int64), lambda _context, builder, _signature, given: builder.ctpop(given[0])


_ones: Any = intrinsic(_popcount)


@overload_method(types.Integer, "bit_count")
def _bit_count(bits: Any) -> Any:
    """Python's own, which numba does not know."""

    def counted(bits: Any) -> Any:
        return _ones(bits)

    return counted


def _place(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    words = make_array(signature.args[0])(context, builder, given[0])
    return cgutils.get_item_pointer(context, builder, signature.args[0], words, [given[1]])


def _see(_typing: Any, words: Any, _place_of_it: Any) -> Any:
    def lowered(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, given), "acquire", 8)

    return types.int64(words, types.intp), lowered


def _tell(_typing: Any, words: Any, _place_of_it: Any, _value: Any) -> Any:
    def lowered(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store_atomic(given[2], _place(context, builder, signature, given), "release", 8)
        return context.get_dummy_value()

    return types.none(words, types.intp, types.int64), lowered


def _give_way(_typing: Any) -> Any:
    def lowered(context: Any, builder: Any, _signature: Any, _given: Any) -> Any:
        if sys.platform != "win32":
            asks = ir.FunctionType(ir.IntType(32), ())
            builder.call(cgutils.get_or_insert_function(builder.module, asks, "sched_yield"), ())
        return context.get_dummy_value()

    return types.none(), lowered


# By which threads speak with each other: who sees what another has told sees all that it had written before. Who waits
# gives way now and then: the other may need this very core.
SIGNALS = SimpleNamespace(seen=intrinsic(_see), told=intrinsic(_tell), give_way=intrinsic(_give_way))


class _Inner(JITCodeLibrary):
    """Of a rule that only rules call: nothing but the code that was lowered."""

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        """numba tells it the environment of a function that is ready; this one never is."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        pass


class _Entry(JITCodeLibrary):
    """Of a rule that Python calls: with all that it can reach."""

    def finalize(self) -> None:
        """What nobody has asked for yet is not taken in: so whoever calls comes before what it calls."""
        found: dict[JITCodeLibrary, bool] = {}  # whether all that it calls has been found too
        ahead = list(self._linking_libraries)
        while ahead:
            library = ahead[-1]
            called = library._linking_libraries if isinstance(library, _Inner) else ()
            if library not in found:
                found[library] = False
                ahead += [each for each in called if each not in found]
                continue
            ahead.pop()
            if not found[library]:
                del found[library]  # and so it stands behind what it calls
                found[library] = True
                if isinstance(library, _Inner):
                    self._reload_init.update(library._reload_init)
        self._linking_libraries = list(found)[::-1]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Nobody else calls what was taken in, so it may be written into its caller and need not be kept besides. Where
        nothing makes arrays nobody has to count who uses which: all of them are Python's."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        text = str(self._final_module)
        if not MAKES_ARRAYS.search(text):
            first, *functions = text.split("\ndefine ")
            lean = [each if CALLED_BY_PYTHON in each.split("\n", 1)[0] else COUNTS.sub("", each) for each in functions]
            module = llvm.parse_assembly("\ndefine ".join([first, *lean]))
            module.name, self._final_module = self._final_module.name, module
        super()._optimize_final_module()

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        codegen: Any = self._codegen
        for each in self._final_module.global_variables:
            if each.name.startswith(ENVIRONMENT) and (environment := lookup_environment(each.name)) is not None:
                codegen.set_env(each.name, environment)

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """Without bitcode to be taken into others: it only has to name what there is."""
        names = [each.name for each in self._final_module.functions if not each.is_declaration]
        names += [each.name for each in self._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
        listed = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(listed).as_bitcode())


class _InnerCompiler(Compiler):
    library: type[JITCodeLibrary] = _Inner

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        if library is None:
            library = self.library(target.codegen(), "rule")
            library.enable_object_caching()
        super().__init__(typing, target, library, *others)


class _EntryCompiler(_InnerCompiler):
    library = _Entry


def inner(function: FunctionType) -> Callable[..., Any]:
    """A rule that compiled rules may call.

    One that shares its work among lanes is written into its caller: there is one lane here, and loops whose steps the
    compiler knows are several times as quick.
    """
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    options = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": "lanes" in names}
    compiled: Callable[..., Any] = numba.njit(pipeline_class=_InnerCompiler, **options)(function)
    return compiled


def entry(function: FunctionType) -> Callable[..., Any]:
    """A rule that Python may call; it is kept."""
    options = {**OPTIONS, "cache": True, "no_cfunc_wrapper": True}
    compiled: Callable[..., Any] = numba.njit(pipeline_class=_EntryCompiler, **options)(function)
    return compiled
