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


def target_info():
    return json.loads(subprocess.check_output([f"{SWIFT}c", "-print-target-info"]))


class Text(ctypes.Structure):
    """A string of the library: it doesn't end with a zero."""
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Index:
    """The index of a build, by its folder of products."""
    RECORD = 2
    OVERRIDES = 1 << 11

    def __init__(self, products):
        toolchain = pathlib.Path(target_info()["paths"]["runtimeResourcePath"]).parent
        name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
        self.library = ctypes.CDLL(str(toolchain / name))
        place = pathlib.Path(products, "index/store")
        if not place.exists():
            sys.exit(f"error: there is no index in {products}; build first, with --enable-index-store")
        self.store = self.call("store_create", ctypes.c_void_p, str(place).encode(), None)

    def call(self, name, result, *arguments):
        function = getattr(self.library, f"indexstore_{name}")
        function.restype = result
        return function(*(ctypes.c_void_p(one) if isinstance(one, int) and one > 1 << 31 else one for one in arguments))

    def each(self, name, element, *arguments):
        """What a function that calls back passes, as a list; strings as text."""
        found = []
        keep = (lambda _, one: bool(found.append(str(one))) or True) if element is Text else (
            lambda _, one: bool(found.append(one)) or True)
        callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, element)(keep)
        self.call(name, ctypes.c_bool, *arguments, None, callback)
        return found

    def files(self, folder=""):
        """For each file of this package in a folder, the identifiers in it with their roles and lines."""
        for name in self.each("store_units_apply_f", Text, self.store, 0):
            unit = self.call("unit_reader_create", ctypes.c_void_p, self.store, name.encode(), None)
            main = pathlib.Path(str(self.call("unit_reader_get_main_file", Text, unit)))
            if main.is_relative_to(ROOT / folder) and ".build" not in main.parts and main.exists():
                # Tests/Integrations has links to modules.
                yield str(main.resolve().relative_to(ROOT)), self.uses(unit, str(main))
            self.call("unit_reader_dispose", None, unit)

    def uses(self, unit, main):
        result = {}

        def keep(_, part):
            if (self.call("unit_dependency_get_kind", ctypes.c_int, part) == self.RECORD
                    and str(self.call("unit_dependency_get_filepath", Text, part)) == main):
                name = str(self.call("unit_dependency_get_name", Text, part)).encode()
                reader = self.call("record_reader_create", ctypes.c_void_p, self.store, name, None)
                callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(add)
                self.call("record_reader_occurrences_apply_f", ctypes.c_bool, reader, None, callback)
                self.call("record_reader_dispose", None, reader)
            return True

        def add(_, occurrence):
            symbol = self.call("occurrence_get_symbol", ctypes.c_void_p, occurrence)
            usr = str(self.call("symbol_get_usr", Text, symbol))
            line, column = ctypes.c_uint(), ctypes.c_uint()
            self.call("occurrence_get_line_col", None, occurrence, ctypes.byref(line), ctypes.byref(column))
            roles, first = result.get(usr, (0, line.value))
            result[usr] = (roles | self.call("occurrence_get_roles", ctypes.c_uint64, occurrence), min(first, line.value))
            return True

        callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(keep)
        self.call("unit_reader_dependencies_apply_f", ctypes.c_bool, unit, None, callback)
        return result


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
