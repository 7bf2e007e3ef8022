"""The only file that touches the compiler: marks what may be compiled, compiles it on demand, keeps it on disk.

`@jit` leaves a function as it is: called from Python it runs as ordinary Python on plain records, under debugger and
coverage. `compiled(function)` gives the machine code of the same source, together with everything marked that it
calls. So one process can run a rule both ways, and nothing waits for the compiler before it is needed.

Compiled code is kept in the user's cache folder under the fingerprint of what it was made from: the byte code of the
function and of every function it calls, with the constants they use. Changed code therefore has another name, and
stale code cannot be found. (Numba's own cache misses changes in other files, never hits for closures, and ignores
bounds checking.) Only what is asked for by `compiled` is kept, whole: parts that came from disk would not be inlined
into their callers, which costs a third of the speed.

Some private names of Numba are needed for that. Where a version of it has moved them, its public `njit` and `overload`
do the same work: more slowly, and nothing is kept. A warning says so once.
"""

import contextlib
import dis
import hashlib
import os
import pickle
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

__all__ = ["announce_compiling", "announce_progress", "cache_folder", "cache_kernels", "compiled", "entry_point"]
__all__ += ["fingerprint"]
__all__ += [
    "has_private_names",
    "is_apart",
    "is_compiler_on",
    "is_marked",
    "jit",
    "jit_apart",
    "jit_as",
    "jit_made_by",
    "parts_named",
]

Function = TypeVar("Function", bound=Callable[..., Any])
P = ParamSpec("P")
R = TypeVar("R")

TESTED_NUMBA = "0.68."  # the versions whose private names are known to be where we look for them
COMPILER_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
FOREIGN_MODULES = {"math", "numpy"}  # what a kernel takes from another module would not be in its fingerprint
INLINED_BYTES = 500  # of byte code: smaller functions are inlined, but for those apart; a tenth faster
KEEP_DAYS = 60  # compiled code that nobody has loaded for so long is deleted
SECONDS_PER_DAY = 86_400
OTHERS_MAY_WRITE = 0o022  # bits of a file's mode
DIGEST_BYTES = hashlib.sha256().digest_size

_parts_made: dict[Callable[..., Any], Any] = {}  # Numba's handles of functions that compiled code calls
_entries: dict[Callable[..., Any], Any] = {}  # and of those that Python calls
_fingerprints: dict[Callable[..., Any], str] = {}
_announce: Callable[[str], None] | None = None
_report: Callable[[int, int], None] | None = None
_waiting: set[Callable[..., Any]] = set()  # parts of what is being compiled that are still to come
_total = 0  # parts it has in all


def jit(function: Function) -> Function:
    """Mark a function as part of what can be compiled; it stays an ordinary Python function."""
    vars(function)["compiled_source"] = function
    return function


def jit_apart(function: Function) -> Function:
    """Like `jit`, for a function that many others call: they share its machine code instead of having a copy each."""
    vars(function)["is_apart"] = True
    return jit(function)


def jit_as(source: Callable[..., Any]) -> Callable[[Function], Function]:
    """Like `jit`, for the few functions that the compiler needs written differently: it compiles `source`."""

    def mark(function: Function) -> Function:
        vars(function)["compiled_source"] = source
        return function

    return mark


def jit_made_by(make: Callable[[], Any]) -> Callable[[Function], Function]:
    """Like `jit`, for what the compiler has no words for: `make` gives what `numba.extending.overload` decorates."""

    def mark(function: Function) -> Function:
        vars(function)["compiled_source"] = make
        vars(function)["is_made"] = True
        return function

    return mark


def is_compiler_on() -> bool:
    """Whether kernels are compiled; NUMBA_DISABLE_JIT=1 runs them as ordinary Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}


def is_bounds_checked() -> bool:
    """Whether compiled code checks array indices (NUMBA_BOUNDSCHECK=1; costs a fifth of the speed)."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in {"", "0"}


def compiled(function: Function) -> Function:
    """The compiled form of a marked function; the function itself when the compiler is off."""
    if not is_compiler_on():
        return function
    return cast(Function, _entry(function))


def cache_kernels(make: Callable[P, R]) -> Callable[P, R]:
    """Like `functools.cache`, for what holds kernels: those made with the compiler off are no use with it on."""
    made: dict[bool, Callable[..., R]] = {is_on: cache(make) for is_on in (True, False)}

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> R:
        return made[is_compiler_on()](*args, **kwargs)

    return cached


def entry_point(run: Function, *arguments: Any) -> Function:
    """Compiled code in the form that Python calls fastest: what `compiled` gave, without its check of argument types.

    The check costs as much as a short kernel. Without it only arguments of the very types given here may be passed:
    others crash the process.
    """
    if not is_compiler_on() or not has_private_names():
        return run
    import numba

    dispatcher: Any = run
    return cast(Function, dispatcher.compile(tuple(cast(Any, numba).typeof(argument) for argument in arguments)))


def announce_compiling(listener: Callable[[str], None] | None) -> None:
    """Tell a listener the name of each function that is about to be compiled, so that people know why they wait."""
    global _announce
    _announce = listener


def announce_progress(listener: Callable[[int, int], None] | None) -> None:
    """Have a listener told how many parts of how many are compiled; when all are, the whole is optimised."""
    global _report
    _report = listener


def cache_folder() -> Path:
    """Where compiled code is kept: SHINAR_CACHE, or the user's cache folder."""
    chosen = os.environ.get("SHINAR_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("shinar", appauthor=False)) / "compiled"


# ---- what a function is made of ---------------------------------------------------------------------------------


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest of a function's code and of all it uses: equal fingerprints, equal behaviour."""
    return _Fingerprint().of(function)


class _Fingerprint:
    """Walks from a function to everything it captures; functions it calls are named by their own fingerprints."""

    def __init__(self) -> None:
        self.entered: list[Callable[..., Any]] = []  # the way to the function being described

    def of(self, function: Callable[..., Any]) -> str:
        if function in self.entered:
            raise TypeError(f"{function.__name__} calls itself: machine code of recursive functions cannot be kept")
        if function not in _fingerprints:
            self.entered.append(function)
            _fingerprints[function] = hashlib.sha256(self.describe_function(function).encode()).hexdigest()
            self.entered.pop()
        return _fingerprints[function]

    def describe(self, value: Any) -> str:
        if is_marked(value):
            return f"function:{self.of(value)}"
        if isinstance(value, tuple | list):
            return f"({','.join(self.describe(item) for item in value)})"
        if value is None or isinstance(value, bool | int | float | str | bytes | Enum):
            return f"{type(value).__name__}:{value!r}"
        if isinstance(value, types.CodeType):
            return self.describe_code(value)
        if isinstance(value, type):
            return _describe_type(value)
        if isinstance(value, types.ModuleType) and value.__name__ in FOREIGN_MODULES:
            return f"module:{value.__name__}:{getattr(value, '__version__', '')}"
        if hasattr(value, "dtype"):
            return f"array:{value.dtype.descr}:{value.shape}:{value.strides}:{value.tobytes().hex()}"
        raise TypeError(f"compiled code uses {value!r}, which is neither @jit nor a constant")

    def describe_function(self, function: Callable[..., Any]) -> str:
        source = _source(function)
        used = ";".join(f"{name}={self.describe(value)}" for name, value in _captured(source))
        kind = "apart:" if is_apart(function) else ""  # it behaves the same, but not as fast
        return f"{kind}{self.describe_code(source.__code__)}[{self.describe(source.__defaults__)}|{used}]"

    def describe_code(self, code: types.CodeType) -> str:
        constants = self.describe(_loaded_constants(code))
        return f"code:{code.co_code.hex()}:{code.co_names}:{code.co_varnames}:{constants}"


def _loaded_constants(code: types.CodeType) -> tuple[Any, ...]:
    """The constants of some code, None for those that no instruction loads: docstrings may be reworded freely."""
    loaded = {step.arg for step in dis.get_instructions(code) if step.opcode in dis.hasconst}
    return tuple(constant if place in loaded else None for place, constant in enumerate(code.co_consts))


def _describe_type(cls: type[Any]) -> str:
    """A class by its name and by what a kernel can see of it: the members of an enum, the fields of a record."""
    name = f"type:{cls.__module__}.{cls.__qualname__}"
    if issubclass(cls, Enum):
        return f"{name}:{[(member.name, member.value) for member in cls]}"
    if hasattr(cls, "_fields"):
        return f"{name}:{cls._fields}:{getattr(cls, '_field_defaults', {})}"
    fields = [(field.name, _describe_item(field.item), field.length) for field in getattr(cls, "__layout__", ())]
    return f"{name}:{fields}"


def _describe_item(item: str | type[Any]) -> str:
    return item if isinstance(item, str) else _describe_type(item)


def is_marked(value: Any) -> bool:
    """Whether something is a function marked for the compiler."""
    return isinstance(value, types.FunctionType) and "compiled_source" in vars(value)


def is_apart(function: Callable[..., Any]) -> bool:
    """Whether a marked function is never copied into those that call it."""
    return "is_apart" in vars(function)


def _source(function: Callable[..., Any]) -> types.FunctionType:
    return cast(types.FunctionType, vars(function)["compiled_source"])


def _captured(source: types.FunctionType) -> list[tuple[str, Any]]:
    """The globals and closure variables a function uses, by name; built-in functions are left out."""
    names = {name for code in _codes(source.__code__) for name in _globals_named(code)}
    found = [(name, source.__globals__[name]) for name in sorted(names) if name in source.__globals__]
    cells = zip(source.__code__.co_freevars, source.__closure__ or (), strict=True)
    return found + [(name, cell.cell_contents) for name, cell in cells]


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a function and of what is written inside it, like comprehensions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


@cache
def _globals_named(code: types.CodeType) -> set[str]:
    """Found once: variants of rules have the same code, and reading it takes most of the time to make them."""
    return {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}


def parts_named(function: Callable[..., Any]) -> list[tuple[str, Callable[..., Any]]]:
    """The marked functions that a function calls directly, by the names it calls them by."""
    source = _source(function)
    if source is not function:
        return []  # it is compiled from something else, like a table
    return [(name, part) for name, part in _captured(source) if is_marked(part)]


def _parts(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The marked functions that a function calls, directly or not, itself included."""
    found = [function]
    for part in found:
        found += [value for _, value in _captured(_source(part)) if is_marked(value) and value not in found]
    return found


# ---- compiling --------------------------------------------------------------------------------------------------


def _part(function: Callable[..., Any]) -> None:
    """Have Numba use the compiled form of a plain function wherever compiled code calls it.

    Parts are never called from Python, so what that would need is left out: a quarter of the time to compile.
    """
    if function not in _parts_made and "is_made" in vars(function):
        _parts_made[function] = _overload_by(function, _source(function)())
    elif function not in _parts_made and not has_private_names():
        _parts_made[function] = _overload(function)
    elif function not in _parts_made:
        dispatcher = _dispatcher(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        _leave_to_the_whole(dispatcher)
        _count_when_compiled(function, dispatcher)
        _parts_made[function] = dispatcher
        vars(function)["_numba_type_"] = dispatcher._numba_type_


def _entry(function: Callable[..., Any]) -> Any:
    """The form of a function that Python calls, kept on disk."""
    if function not in _entries and not has_private_names():
        _entries[function] = _plain_entry(function)
    elif function not in _entries:
        _entries[function] = _dispatcher(function)
        _entries[function]._cache = _DiskCache(function)
    return _entries[function]


def _dispatcher(function: Callable[..., Any], **options: bool) -> Any:
    """Numba's handle of a function."""
    import numba

    cast(Any, numba.config).reload_config()  # the compiler may have been switched on since Numba was imported
    source = _named_apart(_source(function), fingerprint(function))
    options |= {"forceinline": len(source.__code__.co_code) < INLINED_BYTES and not is_apart(function)}
    boundscheck = is_bounds_checked() or None
    dispatcher: Any = numba.njit(source, **COMPILER_OPTIONS, **cast(Any, options), boundscheck=boundscheck)
    _compile_once_for_all_integers(dispatcher)
    return dispatcher


def _compile_once_for_all_integers(dispatcher: Any) -> None:
    """Let all calls share one compilation; Numba would make one for each constant and each width of a field."""
    import numba.core.types

    kinds: Any = numba.core.types

    def shared(argument: Any) -> Any:
        kind = kinds.unliteral(argument)
        return kinds.int64 if isinstance(kind, kinds.Integer) and kind.signed else kind

    resolve = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: resolve(tuple(map(shared, args)), kws)


def _leave_to_the_whole(dispatcher: Any) -> None:
    """Have a part neither optimised nor made into machine code by itself, but only as part of what calls it.

    Numba does both for every function with everything below it, so code at the bottom would be worked on once for each
    level above it. Nobody but the whole needs the result: less than half of the time to compile.
    """
    from numba.core.codegen import JITCodeLibrary

    codegen: Any = dispatcher.targetctx.codegen()
    compile_whole = dispatcher.compile

    class PartLibrary(JITCodeLibrary):
        def _optimize_final_module(self) -> None: ...

        def _finalize_final_module(self) -> None:
            self._finalized = True

    def compile_part(signature: Any) -> Any:  # parts are compiled while a whole is, which holds Numba's lock
        before = codegen._library_class, codegen.set_env
        codegen._library_class, codegen.set_env = PartLibrary, _set_nothing
        try:
            return compile_whole(signature)
        finally:
            codegen._library_class, codegen.set_env = before

    dispatcher.compile = compile_part


def _set_nothing(_name: str, _environment: Any) -> None:
    """Where there is no machine code, Numba has no place to note a function's environment; ours need none."""


def _begin_to_count(parts: list[Callable[..., Any]]) -> None:
    global _total
    _waiting.clear()
    _waiting.update(parts)
    _total = len(parts)


def _count_when_compiled(function: Callable[..., Any], dispatcher: Any) -> None:
    """Tell the listener of progress when a part has been compiled."""
    compile_part = dispatcher.compile

    def compile_and_count(signature: Any) -> Any:
        result = compile_part(signature)
        if _report is not None and function in _waiting:
            _waiting.remove(function)
            _report(_total - len(_waiting), _total)
        return result

    dispatcher.compile = compile_and_count


# ---- where private names have moved ------------------------------------------------------------------------------


@cache
def has_private_names() -> bool:
    """Whether this version of Numba has the private names that we need; a warning if not."""
    import numba

    if numba.__version__.startswith(TESTED_NUMBA) or _has_moved_nothing():
        return True
    message = f"Numba {numba.__version__} is not one that Shinar knows: compiling takes longer, and nothing is kept"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    return False


def _has_moved_nothing() -> bool:
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.core.compiler import CompileResult
    from numba.core.dispatcher import Dispatcher

    needed: list[tuple[Any, tuple[str, ...]]] = [
        (Dispatcher, ("get_call_template", "_numba_type_")),
        (JITCPUCodegen, ("_library_class", "set_env", "magic_tuple")),
        (JITCodeLibrary, ("_optimize_final_module", "_finalize_final_module")),
        (CompileResult, ("_rebuild", "_reduce")),
    ]
    return all(hasattr(owner, name) for owner, names in needed for name in names)


def _plain_entry(function: Callable[..., Any]) -> Any:
    """What Python calls, by public names alone."""
    import numba

    for part in _parts(function)[1:]:
        _part(part)
    if _announce is not None:
        _announce(function.__name__)
    return numba.njit(_source(function), **COMPILER_OPTIONS, boundscheck=is_bounds_checked() or None)


def _overload(function: Callable[..., Any]) -> Any:
    """Have Numba compile a function wherever compiled code calls it, by public names alone."""
    source = _source(function)
    names = source.__code__.co_varnames[: source.__code__.co_argcount]
    chooser: Any = eval(f"lambda {', '.join(names)}: _body_", {"_body_": source})  # Numba compares names of arguments
    return _overload_by(function, chooser)


def _overload_by(function: Callable[..., Any], chooser: Any) -> Any:
    from numba.extending import overload

    return overload(function, jit_options=cast(Any, COMPILER_OPTIONS), strict=False)(chooser)


def _named_apart(source: types.FunctionType, mark: str) -> types.FunctionType:
    """A copy of a function with its fingerprint in its name: machine code of two closures must not share a symbol."""
    twin = types.FunctionType(
        source.__code__, source.__globals__, source.__name__, source.__defaults__, source.__closure__
    )
    twin.__qualname__ = f"{source.__name__}_{mark[:12]}"
    twin.__module__ = source.__module__
    return twin


class _DiskCache:
    """Compiled code by fingerprint, one file each; the interface is the one Numba's dispatcher asks for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self.file(signature, target_context.codegen())
        with contextlib.suppress(OSError, ValueError, AttributeError, ImportError):
            payload = pickle.loads(_read_whole(file))
            os.utime(file)
            return _rebuild(target_context, payload)
        parts = _parts(self.function)[1:]
        for part in parts:
            _part(part)
        if _announce is not None:
            _announce(self.function.__name__)
        _begin_to_count(parts)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code; a folder that is full or cannot be written costs the next start some seconds, no more."""
        with contextlib.suppress(OSError):
            _write_whole(self.file(signature, result.codegen), pickle.dumps(result._reduce()))
            _delete_unused()

    def file(self, signature: Any, codegen: Any) -> Path:
        import llvmlite
        import numba

        versions = (sys.version, numba.__version__, llvmlite.__version__, codegen.magic_tuple())
        settings = (COMPILER_OPTIONS, INLINED_BYTES, _optimisation(), is_bounds_checked())
        name = repr((fingerprint(self.function), signature, versions, settings))
        return cache_folder() / f"{self.function.__name__}-{hashlib.sha256(name.encode()).hexdigest()[:32]}.bin"

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def _rebuild(target_context: Any, payload: Any) -> Any:
    from numba.core.compiler import CompileResult

    rebuild: Callable[..., Any] = CompileResult._rebuild
    return rebuild(target_context, *payload)


def _optimisation() -> str:
    return os.environ.get("NUMBA_OPT", "")


def _write_whole(file: Path, content: bytes) -> None:
    """Write a file so that another process sees all of it or nothing, with a digest to tell when it was damaged."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False)  # noqa: SIM115 - closed below
    try:
        with part:
            part.write(hashlib.sha256(content).digest() + content)
        os.replace(part.name, file)  # not while it is open: Windows refuses that
    except OSError:
        os.unlink(part.name)
        raise


def _read_whole(file: Path) -> bytes:
    """What `_write_whole` wrote; ValueError if it is damaged or someone else's: such machine code could do anything."""
    with file.open("rb") as opened:
        if not _is_our_own(os.fstat(opened.fileno())):
            raise ValueError(f"{file} may have been written by somebody else")
        written = opened.read()
    digest, content = written[:DIGEST_BYTES], written[DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError(f"{file} is damaged")
    return content


def _is_our_own(status: os.stat_result) -> bool:
    """Whether nobody but this user, or the administrator, can have written a file. Windows keeps folders apart."""
    return os.name == "nt" or (status.st_uid in {0, os.geteuid()} and not status.st_mode & OTHERS_MAY_WRITE)


def _delete_unused() -> None:
    oldest = time.time() - KEEP_DAYS * SECONDS_PER_DAY
    for file in _files_before(oldest):
        with contextlib.suppress(OSError):
            file.unlink()


def _files_before(moment: float) -> Iterator[Path]:
    for file in cache_folder().iterdir():
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < moment:
                yield file
