#!/usr/bin/env python3
"""Counts the public declarations of the core, and lists those that users seem not to need.

    Scripts/public_names.py              # the number in each target, and those that `import WGNAPIRuntime` names
    Scripts/public_names.py --unused     # those that nothing written for users, or by the generator, refers to

What only this package uses should be `package`. Generated modules, their tests and the programs of the documentation
are compiled as parts of this package here, but aren't for users: what they refer to must be public. `--unused` asks the
index of a debug build of Tests/Integrations (`make built`) for that, which knows what an implicit member or an operator refers to. It leaves out
cases, and what implements a requirement of a protocol. The rest is a list to think about: users write transports,
middlewares, coders and stores of their own. Scripts/settings.sh finds what was hidden by mistake.
"""

import argparse
import collections
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = ROOT / "Sources/Runtime/Core"
TARGETS = ["WGNAPISupport", "WGNAPIJSON", "WGNAPITransport", "WGNAPICurl", "WGNAPIClient", "WGNAPIRuntime"]
BUILD = ["--package-path", str(ROOT / "Tests/Integrations")]
DECLARATION = re.compile(r"^ *(?:@\S+ +)*(?:public|open) .*\b(?:func|var|let|struct|class|enum|protocol|init|typealias|subscript|actor)\b",
                         re.M)

# What is for users, or comes from the generator.
USERS = re.compile(r"Generated/|Tests/Golden/|Benchmarks/Generated/|Tests/Generated/|Tests/(?!WGNAPIRuntimeTests).*PageTests\.swift")


def count():
    """The number of public declarations in each target, one for each line that begins with `public`."""
    return {target: sum(len(DECLARATION.findall(file.read_text())) for file in (CORE / target).rglob("*.swift"))
            for target in TARGETS}


def named():
    """The number of public declarations in each target that belong to the types that WGNAPIRuntime exports, and of these types."""
    exports = re.findall(r"^ *@_exported import \w+ (\w+)\.(\w+)", (CORE / "WGNAPIRuntime/Exports.swift").read_text(), re.M)
    numbers = collections.Counter()
    for target in {target for target, _ in exports}:
        names = {name for other, name in exports if other == target}
        for file in (CORE / target).rglob("*.swift"):
            owner = None
            for line in file.read_text().splitlines():
                # `#if` indents what it contains.
                if found := re.match(r" {0,2}(?:@\S+ )*(?:public |package )?(?:final |indirect )*(?:extension|struct|class|enum|protocol|actor|typealias) (\w+)", line):
                    if not line.startswith("  ") or owner is None:
                        owner = found[1]
                if owner in names and DECLARATION.match(line):
                    numbers[target] += 1
                if line == "}":
                    owner = None
    return numbers, len(exports)


def target_info():
    return json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))


def public_symbols():
    """The symbols of the built modules by their identifiers: names and positions."""
    options = subprocess.check_output([ROOT / "Scripts/modules.sh", *BUILD], text=True).splitlines()
    triple = target_info()["target"]["triple"]
    symbols = {}
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS:
            subprocess.run(
                ["swift-symbolgraph-extract", "-module-name", target, "-target", triple, *options,
                 "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder],
                cwd=ROOT, check=True)
        for file in pathlib.Path(folder).iterdir():
            for symbol in json.loads(file.read_text())["symbols"]:
                if "location" in symbol:
                    path = pathlib.Path(symbol["location"]["uri"].removeprefix("file://")).relative_to(ROOT)
                    symbols[symbol["identifier"]["precise"]] = (
                        str(path), symbol["location"]["position"]["line"] + 1, ".".join(symbol["pathComponents"]),
                        symbol["kind"]["identifier"] == "swift.enum.case")
    return symbols


class Text(ctypes.Structure):
    """A string of the library: it doesn't end with a zero."""
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Index:
    """The index of a build, read with the toolchain's library."""
    RECORD = 2
    OVERRIDES = 1 << 11

    def __init__(self):
        toolchain = pathlib.Path(target_info()["paths"]["runtimeResourcePath"]).parent
        name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
        self.library = ctypes.CDLL(str(toolchain / name))
        products = subprocess.check_output(["swift", "build", *BUILD, "--show-bin-path"], text=True).strip()
        self.store = self.call("store_create", ctypes.c_void_p, f"{products}/index/store".encode(), None)

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

    def files(self):
        """For each file of this package, the identifiers in it with their roles."""
        for name in self.each("store_units_apply_f", Text, self.store, 0):
            unit = self.call("unit_reader_create", ctypes.c_void_p, self.store, name.encode(), None)
            main = pathlib.Path(str(self.call("unit_reader_get_main_file", Text, unit)))
            if not main.is_relative_to(ROOT) or ".build" in main.parts or not main.exists():
                continue
            # Tests/Integrations has links to modules.
            yield str(main.resolve().relative_to(ROOT)), self.roles(unit, str(main))

    def roles(self, unit, main):
        result = {}

        def keep(_, part):
            if (self.call("unit_dependency_get_kind", ctypes.c_int, part) == self.RECORD
                    and str(self.call("unit_dependency_get_filepath", Text, part)) == main):
                name = str(self.call("unit_dependency_get_name", Text, part)).encode()
                reader = self.call("record_reader_create", ctypes.c_void_p, self.store, name, None)
                callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(add)
                self.call("record_reader_symbols_apply_f", ctypes.c_bool, reader, True, None, callback)
            return True

        def add(_, symbol):
            usr = str(self.call("symbol_get_usr", Text, symbol))
            result[usr] = result.get(usr, 0) | self.call("symbol_get_roles", ctypes.c_uint64, symbol)
            return True

        callback = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(keep)
        self.call("unit_reader_dependencies_apply_f", ctypes.c_bool, unit, None, callback)
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unused", action="store_true")
    arguments = parser.parse_args()
    if not arguments.unused:
        numbers = count()
        for target, number in numbers.items():
            print(f"{number:6,} {target}")
        print(f"{sum(numbers.values()):6,}")
        reachable, types = named()
        return print(f"{sum(reachable.values()):6,} of {types} types that `import WGNAPIRuntime` names: {dict(reachable)}")
    symbols = public_symbols()
    used, users = set(), collections.defaultdict(set)
    for path, roles in Index().files():
        if USERS.match(path):
            used |= roles.keys()
        elif path.startswith("Sources/Runtime/Core/"):
            used |= {usr for usr, role in roles.items() if role & Index.OVERRIDES}
        for usr in roles.keys() & symbols.keys():
            users[usr].add("/".join(path.split("/")[:4 if path.startswith("Sources") else 2]))
    # A type that nothing names is needed, too, if one of its members is.
    types = {name.rpartition(".")[0] for usr, (_, _, name, _) in symbols.items() if usr in used}
    for usr, (path, line, name, is_case) in sorted(symbols.items(), key=lambda symbol: symbol[1]):
        if usr not in used and name not in types and not is_case:
            others = sorted(user for user in users[usr] if not path.startswith(user))
            print(f"{path}:{line}: {name}" + (f"   used in {', '.join(others)}" if others else ""))


if __name__ == "__main__":
    main()
