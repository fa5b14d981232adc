"""What the compiler notes while it builds: where each declaration is used. Read with the toolchain's own library."""

import ctypes
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
_pointer = ctypes.c_void_p


class _Text(ctypes.Structure):
    """A string of the library: it doesn't end with a zero."""
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.data else ""


_each_name = ctypes.CFUNCTYPE(ctypes.c_bool, _pointer, _Text)
_each = ctypes.CFUNCTYPE(ctypes.c_bool, _pointer, _pointer)

_functions = {
    "store_create": (_pointer, [ctypes.c_char_p, ctypes.POINTER(_pointer)]),
    "store_units_apply_f": (ctypes.c_bool, [_pointer, ctypes.c_uint, _pointer, _each_name]),
    "unit_reader_create": (_pointer, [_pointer, ctypes.c_char_p, _pointer]),
    "unit_reader_dispose": (None, [_pointer]),
    "unit_reader_get_main_file": (_Text, [_pointer]),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, [_pointer, _pointer, _each]),
    "unit_dependency_get_kind": (ctypes.c_int, [_pointer]),
    "unit_dependency_get_name": (_Text, [_pointer]),
    "unit_dependency_get_filepath": (_Text, [_pointer]),
    "record_reader_create": (_pointer, [_pointer, ctypes.c_char_p, _pointer]),
    "record_reader_dispose": (None, [_pointer]),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, [_pointer, _pointer, _each]),
    "occurrence_get_symbol": (_pointer, [_pointer]),
    "occurrence_get_roles": (ctypes.c_uint64, [_pointer]),
    "occurrence_get_line_col": (None, [_pointer] + 2 * [ctypes.POINTER(ctypes.c_uint)]),
    "symbol_get_usr": (_Text, [_pointer]),
}


def target_info():
    return json.loads(subprocess.check_output([f"{SWIFT}c", "-print-target-info"]))


def index_of(products):
    """The index beside a folder of products, which SwiftPM's build systems keep in different places."""
    products = pathlib.Path(products)
    for store in (products / "index/store", products.parent.parent):
        if (store / "v5").is_dir():
            return store
    sys.exit(f"error: there is no index for {products}; build first, with --enable-index-store")


class Index:
    """The index of a build; see `index_of`."""
    RECORD = 2  # INDEXSTORE_UNIT_DEPENDENCY_RECORD
    OVERRIDES = 1 << 11  # INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF

    def __init__(self, store):
        toolchain = pathlib.Path(target_info()["paths"]["runtimeResourcePath"]).parent
        name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
        library = ctypes.CDLL(str(toolchain / name))
        self._call = {}
        for name, (result, arguments) in _functions.items():
            function = self._call[name] = getattr(library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
        self._store = self._call["store_create"](str(store).encode(), ctypes.byref(_pointer()))
        if not self._store:
            sys.exit(f"error: {store} isn't an index store")

    def uses(self, *roots):
        """For each existing file that is, or lies below, one of the roots, the symbols in it (USR) with their roles and first
        lines."""
        files = {}
        for path, line, _, usr, roles in self.occurrences(*roots):
            symbols = files.setdefault(path, {})
            before, first = symbols.get(usr, (0, line))
            symbols[usr] = (before | roles, min(first, line))
        return files

    def occurrences(self, *roots):
        """Yields path, line, column, symbol (USR) and roles of each place in the existing files that are, or lie below, one of
        the roots, and not in a folder of builds."""
        records = set()
        for unit in self._names_of_units():
            records |= self._records(unit, roots)
        for path, record in sorted(records):
            for place in self._places(record):
                yield path, *place

    def _names_of_units(self):
        names = []
        self._call["store_units_apply_f"](self._store, 0, None, _each_name(lambda _, name: names.append(str(name)) or True))
        return names

    def _records(self, unit, roots):
        """The records of a unit's main file. Those of its other dependencies are named by their own units."""
        call, records = self._call, set()
        reader = call["unit_reader_create"](self._store, unit.encode(), None)
        if not reader:
            return records
        main = str(call["unit_reader_get_main_file"](reader))
        # Tests/Integrations has links to modules.
        path = pathlib.Path(main).resolve()

        def note(_, dependency):
            if (call["unit_dependency_get_kind"](dependency) == self.RECORD
                    and str(call["unit_dependency_get_filepath"](dependency)) == main):
                records.add((path, str(call["unit_dependency_get_name"](dependency))))
            return True

        if any(path.is_relative_to(root) and ".build" not in path.relative_to(root).parts for root in roots) and path.is_file():
            call["unit_reader_dependencies_apply_f"](reader, None, _each(note))
        call["unit_reader_dispose"](reader)
        return records

    def _places(self, record):
        call, places = self._call, []
        reader = call["record_reader_create"](self._store, record.encode(), None)
        if not reader:
            return places

        def note(_, occurrence):
            line, column = ctypes.c_uint(), ctypes.c_uint()
            call["occurrence_get_line_col"](occurrence, ctypes.byref(line), ctypes.byref(column))
            usr = str(call["symbol_get_usr"](call["occurrence_get_symbol"](occurrence)))
            places.append((line.value, column.value, usr, call["occurrence_get_roles"](occurrence)))
            return True

        call["record_reader_occurrences_apply_f"](reader, None, _each(note))
        call["record_reader_dispose"](reader)
        return places


def symbols(targets, options, access):
    """The symbols of built modules that are at least as visible as `access`. `options` are those of Scripts/modules.sh."""
    triple = target_info()["target"]["triple"]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for target in targets:
            subprocess.run(
                [SWIFT, "symbolgraph-extract", "-module-name", target, "-target", triple, *options,
                 "-minimum-access-level", access, "-skip-synthesized-members", "-output-dir", folder],
                cwd=ROOT, check=True)
        for file in pathlib.Path(folder).iterdir():
            found += json.loads(file.read_text())["symbols"]
    return found
