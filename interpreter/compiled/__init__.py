"""The compiled engine: a specialised program becomes WebAssembly that runs in wasmtime, with the same meaning.

Importing this package fails with an ImportError where wasmtime is not to be had; the reference engine then does the
work.
"""

from importlib.util import find_spec

if find_spec("wasmtime") is None:
    raise ImportError("the compiled engine needs the package `wasmtime`", name="wasmtime")
