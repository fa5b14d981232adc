#!/usr/bin/env python3
"""Fails if the generator uses `package` declarations of the runtime, apart from the files in `ALLOWED`.

    Scripts/internals.py --traits Generator …     # options of SwiftPM with which the generator has been built

What both need is public in a target that no product exports: WGNAPISupport, or WGNAPISecrets. The rest of the runtime can then
change without the generator. The modules know what is `package`, and the index of the build where it is used.
"""

import json
import subprocess
import sys

from index_store import ROOT, SWIFT, Index, index_of, symbols
from rooms import dependencies, reachable

GENERATOR = "Sources/Generator"

# Files that do what clients do, by the same code, with the reason why that isn't public. A file has as little else as possible.
ALLOWED = {
    "MockServer/Requests/JSONText.swift":
        "only the JSON reader knows which errors quote nothing",
    "MockServer/Responses/HeaderValue.swift":
        "values in header fields are written so that the readers of clients accept them",
    "MockServer/Responses/StreamElements.swift":
        "elements are split by the parsers of clients; apps get whole streams",
    "SchemaValues/ValueChecker+Formats.swift":
        "values are checked by the formats of clients; apps have constraints and schemas for that",
    "SpecCall/Composing/RuntimeText.swift":
        "URLs and texts are judged as clients do, with their messages",
    "SpecCall/Composing/SentBodies.swift":
        "forms are written by what clients write them with; apps have parameters for that",
    "SpecCall/Responses/NextPage.swift":
        "the next page is found by the rules of clients; apps have sequences of pages",
    "TrafficEvidence/Reading/TrafficBody+Decompression.swift":
        "the transports' decompressor isn't public",
}


def internals(targets, options):
    """The names of the `package` declarations of targets by their identifiers."""
    return {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
            for symbol in symbols(targets, options, "package") if symbol["accessLevel"] == "package"}


def main():
    build = sys.argv[1:]
    options = subprocess.check_output([ROOT / "Scripts/modules.sh", *build], text=True).splitlines()
    products = subprocess.check_output([SWIFT, "build", *build, "--show-bin-path"], cwd=ROOT, text=True).strip()
    package = json.loads(subprocess.check_output([SWIFT, "package", "dump-package"], cwd=ROOT))
    targets = {target["name"]: target for target in package["targets"]}
    paths = {name: target.get("path") or "" for name, target in targets.items()}
    needed = reachable([name for name, path in paths.items() if path.startswith(GENERATOR)], targets)
    runtime = sorted(name for name in needed if paths.get(name, "").startswith("Sources/Runtime")
                     and targets[name]["type"] == "regular" and name != other_platform())
    names = internals(runtime, options)
    failed, allowed, files = False, set(), 0
    for path, uses in Index(index_of(products)).uses(ROOT / GENERATOR).items():
        file = str(path.relative_to(ROOT))
        files += 1
        found = sorted((line, names[usr]) for usr, (_, line) in uses.items() if usr in names)
        if found and file.removeprefix(f"{GENERATOR}/") in ALLOWED:
            allowed.add(file.removeprefix(f"{GENERATOR}/"))
            continue
        for line, name in found:
            print(f"{file}:{line}: error: '{name}' is an internal of the runtime; use what is public, or see Scripts/internals.py",
                  file=sys.stderr)
            failed = True
    for file in ALLOWED.keys() - allowed:
        print(f"Scripts/internals.py: error: {file} uses no internals of the runtime any more; remove it from the list", file=sys.stderr)
        failed = True
    if not names or not files:
        sys.exit("error: nothing to check was found: build the generator first")
    sys.exit(failed)


def other_platform():
    """The target that the generator imports on the other platform only, where nothing of it is built."""
    return "WGNAPICurl" if sys.platform == "darwin" else "WGNAPIURLSession"


if __name__ == "__main__":
    main()
