#!/usr/bin/env python3
"""Fails if a target imports another target of the package that Package.swift doesn't give it. Targets in Tests may also import
what their dependencies depend on.

The manifest alone doesn't ensure this: the compiler finds every module that was built before. Files are read as text, so
imports behind conditions for other platforms count, too.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^ *(?:@\w+(?:\(\w+\))? +)*(?:(?:public|package|internal|private|fileprivate) +)?import +(?:\w+ +)?(\w+)", re.M)

# Text that is Swift, too.
LITERAL = re.compile(r'"""\n.*?"""', re.S)


def dependencies(target):
    """The names of the modules that the manifest gives a target."""
    names = ((entry.get("byName") or entry.get("target") or [""])[0] for entry in target["dependencies"])
    return [name.replace("-", "_") for name in names]


def reachable(names, targets):
    """These modules, and all that they depend on."""
    found, pending = set(), list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += dependencies(targets[name]) if name in targets else []
    return found


def without_traits(text, traits):
    """The text without what is compiled with one of the traits only, which tests of this package don't set."""
    kept, depth = [], 0
    for line in text.split("\n"):
        word, _, condition = line.strip().partition(" ")
        if word == "#if" and (depth or condition.split(" ")[0] in traits):
            depth += 1
        kept.append("" if depth else line)
        if word == "#endif" and depth:
            depth -= 1
    return "\n".join(kept)


def main():
    package = json.loads(subprocess.check_output([os.environ.get("SWIFT", "swift"), "package", "dump-package"], cwd=ROOT))
    targets = {target["name"].replace("-", "_"): target for target in package["targets"]}
    traits = {trait["name"] for trait in package["traits"]}
    failed = False
    for name, target in targets.items():
        path = target.get("path") or f"Tests/{target['name']}"
        given = set(dependencies(target))
        if not path.startswith("Sources/"):
            given = reachable(given, targets)
        folder = ROOT / path
        excluded = [folder / part for part in target["exclude"]]
        for file in sorted(folder.rglob("*.swift")):
            if any(file.is_relative_to(path) for path in excluded):
                continue
            text = LITERAL.sub(lambda found: "\n" * found[0].count("\n"), file.read_text())
            if not path.startswith("Sources/"):
                text = without_traits(text, traits)
            for found in IMPORT.finditer(text):
                if found[1] in targets and found[1] != name and found[1] not in given:
                    line = text.count("\n", 0, found.start(1)) + 1
                    print(f"{file.relative_to(ROOT)}:{line}: error: Package.swift doesn't let {name} import {found[1]}", file=sys.stderr)
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
