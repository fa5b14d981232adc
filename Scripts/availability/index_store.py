"""Reads an index store, which the compiler writes while it builds, with the toolchain's libIndexStore."""

import ctypes
import os
import pathlib
import shutil

RECORD = 2  # INDEXSTORE_UNIT_DEPENDENCY_RECORD
_pointer = ctypes.c_void_p


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.data else ""


_each_name = ctypes.CFUNCTYPE(ctypes.c_bool, _pointer, _Text)
_each = ctypes.CFUNCTYPE(ctypes.c_bool, _pointer, _pointer)

_functions = {
    "indexstore_store_create": (_pointer, [ctypes.c_char_p, ctypes.POINTER(_pointer)]),
    "indexstore_store_units_apply_f": (ctypes.c_bool, [_pointer, ctypes.c_uint, _pointer, _each_name]),
    "indexstore_unit_reader_create": (_pointer, [_pointer, ctypes.c_char_p, _pointer]),
    "indexstore_unit_reader_dispose": (None, [_pointer]),
    "indexstore_unit_reader_get_main_file": (_Text, [_pointer]),
    "indexstore_unit_reader_dependencies_apply_f": (ctypes.c_bool, [_pointer, _pointer, _each]),
    "indexstore_unit_dependency_get_kind": (ctypes.c_int, [_pointer]),
    "indexstore_unit_dependency_get_name": (_Text, [_pointer]),
    "indexstore_unit_dependency_get_filepath": (_Text, [_pointer]),
    "indexstore_record_reader_create": (_pointer, [_pointer, ctypes.c_char_p, _pointer]),
    "indexstore_record_reader_dispose": (None, [_pointer]),
    "indexstore_record_reader_occurrences_apply_f": (ctypes.c_bool, [_pointer, _pointer, _each]),
    "indexstore_occurrence_get_symbol": (_pointer, [_pointer]),
    "indexstore_occurrence_get_line_col": (None, [_pointer] + 2 * [ctypes.POINTER(ctypes.c_uint)]),
    "indexstore_symbol_get_usr": (_Text, [_pointer]),
}


class IndexStore:
    def __init__(self, path):
        toolchain = pathlib.Path(os.path.realpath(shutil.which("swiftc"))).parent.parent
        self._library = ctypes.CDLL(str(toolchain / "lib/libIndexStore.so"))
        for name, (result, arguments) in _functions.items():
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments
        self._store = self._library.indexstore_store_create(str(path).encode(), ctypes.byref(_pointer()))
        if not self._store:
            raise SystemExit(f"{path} isn't an index store")

    def occurrences(self, roots):
        """Yields path, line, column and symbol (USR) of each place in the existing files that are, or lie below, one of the
        roots."""
        records = set()
        for unit in self._names_of_units():
            records |= self._records(unit, roots)
        for path, record in sorted(records):
            for place in self._places(record):
                yield path, *place

    def _names_of_units(self):
        names = []
        self._library.indexstore_store_units_apply_f(
            self._store, 0, None, _each_name(lambda _, name: names.append(str(name)) or True))
        return names

    def _records(self, unit, roots):
        """The records of a unit's main file. Those of its other dependencies are named by their own units."""
        library, records = self._library, set()
        reader = library.indexstore_unit_reader_create(self._store, unit.encode(), None)
        if not reader:
            return records
        main = pathlib.Path(str(library.indexstore_unit_reader_get_main_file(reader)))

        def note(_, dependency):
            if (library.indexstore_unit_dependency_get_kind(dependency) == RECORD
                    and str(library.indexstore_unit_dependency_get_filepath(dependency)) == str(main)):
                records.add((main, str(library.indexstore_unit_dependency_get_name(dependency))))
            return True

        if any(root == main or root in main.parents for root in roots) and main.exists():
            library.indexstore_unit_reader_dependencies_apply_f(reader, None, _each(note))
        library.indexstore_unit_reader_dispose(reader)
        return records

    def _places(self, record):
        library, places = self._library, []
        reader = library.indexstore_record_reader_create(self._store, record.encode(), None)
        if not reader:
            return places

        def note(_, occurrence):
            line, column = ctypes.c_uint(), ctypes.c_uint()
            library.indexstore_occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
            symbol = library.indexstore_occurrence_get_symbol(occurrence)
            places.append((line.value, column.value, str(library.indexstore_symbol_get_usr(symbol))))
            return True

        library.indexstore_record_reader_occurrences_apply_f(reader, None, _each(note))
        library.indexstore_record_reader_dispose(reader)
        return places
