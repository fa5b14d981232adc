#!/usr/bin/env python3
"""Counts the public declarations of the core, and lists those that users seem not to need.

    Scripts/public_names.py              # the number in each target, and those that `import WGNAPIRuntime` names
    Scripts/public_names.py --unused     # those that nothing written for users, or by the generator, refers to

What only this package uses should be `package`. Generated modules, their tests and the programs of the documentation
are compiled as parts of this package here, but aren't for users: what they refer to must be public. `--unused` asks the
index of a debug build of Tests/Integrations (`make built`) for that, which knows what an implicit member or an operator
refers to. It leaves out cases, and what implements a requirement of a protocol. The rest is a list to think about: users
write transports, middlewares, coders and stores of their own. Scripts/settings.sh finds what was hidden by mistake.
WGNAPISupport isn't among the targets: no product exports it, and its public declarations are for the generator.
"""

import argparse
import collections
import pathlib
import re
import subprocess

from index_store import ROOT, SWIFT, Index, index_of, symbols

CORE = ROOT / "Sources/Runtime/Core"
TARGETS = ["WGNAPIJSON", "WGNAPITransport", "WGNAPICurl", "WGNAPIClient", "WGNAPIRuntime"]
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


def public_symbols():
    """The symbols of the built modules by their identifiers: names and positions."""
    options = subprocess.check_output([ROOT / "Scripts/modules.sh", *BUILD], text=True).splitlines()
    found = {}
    for symbol in symbols(TARGETS, options, "public"):
        if "location" in symbol:
            path = pathlib.Path(symbol["location"]["uri"].removeprefix("file://")).relative_to(ROOT)
            found[symbol["identifier"]["precise"]] = (
                str(path), symbol["location"]["position"]["line"] + 1, ".".join(symbol["pathComponents"]),
                symbol["kind"]["identifier"] == "swift.enum.case")
    return found


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
    declared = public_symbols()
    products = subprocess.check_output([SWIFT, "build", *BUILD, "--show-bin-path"], text=True).strip()
    used, users = set(), collections.defaultdict(set)
    for file, uses in Index(index_of(products)).uses(ROOT).items():
        path = str(file.relative_to(ROOT))
        if USERS.match(path):
            used |= uses.keys()
        elif path.startswith("Sources/Runtime/Core/"):
            used |= {usr for usr, (roles, _) in uses.items() if roles & Index.OVERRIDES}
        for usr in uses.keys() & declared.keys():
            users[usr].add("/".join(path.split("/")[:4 if path.startswith("Sources") else 2]))
    # A type that nothing names is needed, too, if one of its members is.
    types = {name.rpartition(".")[0] for usr, (_, _, name, _) in declared.items() if usr in used}
    for usr, (path, line, name, is_case) in sorted(declared.items(), key=lambda symbol: symbol[1]):
        if usr not in used and name not in types and not is_case:
            others = sorted(user for user in users[usr] if not path.startswith(user))
            print(f"{path}:{line}: {name}" + (f"   used in {', '.join(others)}" if others else ""))


if __name__ == "__main__":
    main()
