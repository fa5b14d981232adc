#!/usr/bin/env python3
"""Lists what Sources and Generated use of the standard library and Foundation that is newer than the platforms in
Package.swift, and not behind `#available`. Apple's compiler reports the same; this finds it on Linux.

    python3 Scripts/availability/check.py FOLDER…

The index of debug builds says which symbol each place refers to, and the symbol graphs of the toolchain,
which name Apple's versions on Linux, too, say how old it is. The folders are those of the builds' products, in which SwiftPM
keeps the index (`--enable-index-store` where it doesn't by itself). What Linux doesn't compile isn't in the index, so it isn't
checked. Before the sources, Tests/Availability/Late.swift is checked, whose comments say what has to be found in it.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from guards import Guards

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from index_store import ROOT, SWIFT, Index, index_of, target_info  # noqa: E402

EXAMPLE = ROOT / "Tests/Availability/Late.swift"
MODULES = """Swift _Concurrency _StringProcessing Synchronization Observation RegexBuilder Dispatch
             FoundationEssentials FoundationInternationalization FoundationNetworking Foundation""".split()
PLATFORMS = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS"}
# `for await` refers to this one, but where it is too new, the compiler calls `next()`.
FOR_AWAIT = "next(isolation:)"


def main():
    if sys.platform == "darwin":
        print("skipped: on Apple's systems, the compiler itself checks availability")
        return 0
    stores = [index_of(folder) for folder in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as work:
        promised = promised_platforms(work)
        late = late_symbols(pathlib.Path(work), promised)
        expected = {number for number, line in enumerate(EXAMPLE.read_text().splitlines(), 1) if "// late" in line}
        found = {use[1] for use in late_uses([example_index(pathlib.Path(work))], [EXAMPLE], late)[0]}
        if found != expected:
            sys.exit(f"{EXAMPLE.relative_to(ROOT)}: late symbols are in lines {sorted(expected)}, "
                     f"but these were found: {sorted(found)}")
    uses, files = late_uses(stores, [ROOT / "Sources", ROOT / "Generated"], late)
    for path, line, column, name, versions in uses:
        print(f"{path.relative_to(ROOT)}:{line}:{column}: error: '{name}' needs {versions}; put it behind #available")
    if files < 500:
        sys.exit(f"only {files} files of Sources and Generated are in the index; build all of them with 'make built-tool built'")
    print(f"{files} files, {len(late)} late symbols, {len(uses)} uses without #available")
    return 1 if uses else 0


def promised_platforms(folder):
    """The versions in Package.swift, by Apple's names for `#available`. Needs a folder, so as not to wait for a build."""
    described = subprocess.run([SWIFT, "package", "--package-path", ROOT, "--scratch-path", folder, "dump-package"],
                               capture_output=True, text=True, check=True).stdout
    return {PLATFORMS[p["platformName"]]: version(p["version"]) for p in json.loads(described)["platforms"]
            if p["platformName"] in PLATFORMS}


def version(text):
    """The parts of a version, at least two, so that 13 and 13.0 are equal."""
    parts = [int(part) for part in text.split(".")]
    return tuple(parts + [0] * (2 - len(parts)))


def late_symbols(folder, promised):
    """The symbols that are newer than promised: their names and first versions by their identifiers (USR)."""
    triple = target_info()["target"]["unversionedTriple"]
    for module in MODULES:
        subprocess.run([SWIFT, "symbolgraph-extract", "-module-name", module, "-target", triple,
                        "-minimum-access-level", "public", "-output-dir", folder], check=True)
    late, early = {}, set()
    for graph in folder.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_bytes())["symbols"]:
            identifier = symbol["identifier"]["precise"]
            if "::SYNTHESIZED::" in identifier:
                continue
            introduced = {a["domain"]: (a["introduced"].get("major", 0), a["introduced"].get("minor", 0))
                          for a in symbol.get("availability", []) if a.get("domain") in promised and "introduced" in a}
            newer = {name: first for name, first in introduced.items() if first > promised[name]}
            declaration = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
            where = (tuple(symbol["pathComponents"]), declaration)
            if newer:
                late[identifier] = (where, newer)
            else:
                early.add(where)
    # Where an extension has had the same member for longer, the compiler takes that one for older systems.
    return {identifier: (".".join(where[0]), newer) for identifier, (where, newer) in late.items()
            if where not in early and where[0][-1] != FOR_AWAIT}


def example_index(folder):
    """Indexes the example, without building it."""
    store = folder / "example"
    subprocess.run([f"{SWIFT}c", "-c", "-parse-as-library", "-module-name", "Late", "-index-store-path", store,
                    "-o", folder / "Late.o", EXAMPLE], check=True)
    return store


def late_uses(stores, roots, late):
    """The places in files below the roots that use late symbols unguarded; and the number of files in the index."""
    uses, files = set(), set()
    guards = {}
    places = (place for store in stores for place in Index(store).occurrences(*roots))
    for path, line, column, identifier, _ in places:
        files.add(path)
        if identifier not in late:
            continue
        if path not in guards:
            guards[path] = Guards(path.read_text())
        name, newer = late[identifier]
        missing = guards[path].missing(newer, line, column)
        if missing:
            uses.add((path, line, column, name, ", ".join(f"{p} {a}.{b}" for p, (a, b) in sorted(missing.items()))))
    return sorted(uses), len(files)


if __name__ == "__main__":
    sys.exit(main())
