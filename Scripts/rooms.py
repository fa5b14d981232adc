#!/usr/bin/env python3
"""Fails if a target in Sources imports another target of the package that Package.swift doesn't give it.

The manifest alone doesn't ensure this: the compiler finds every module that was built before. Files are read as text, so
imports behind conditions for other platforms count, too.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^ *(?:@\w+(?:\(\w+\))? +)*(?:(?:public|package|internal|private|fileprivate) +)?import +(?:\w+ +)?(\w+)", re.M)

# Text that is Swift, too.
LITERAL = re.compile(r'"""\n.*?"""', re.S)


def main():
    package = json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))
    targets = {target["name"].replace("-", "_"): target for target in package["targets"]}
    failed = False
    for name, target in targets.items():
        folder = target.get("path") or ""
        if not folder.startswith("Sources/"):
            continue
        given = {(entry.get("byName") or entry.get("target") or [None])[0] for entry in target["dependencies"]}
        for file in sorted((ROOT / folder).rglob("*.swift")):
            text = LITERAL.sub(lambda found: "\n" * found[0].count("\n"), file.read_text())
            for found in IMPORT.finditer(text):
                if found[1] in targets and found[1] != name and found[1] not in given:
                    line = text.count("\n", 0, found.start(1)) + 1
                    print(f"{file.relative_to(ROOT)}:{line}: error: Package.swift doesn't let {name} import {found[1]}", file=sys.stderr)
                    failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
