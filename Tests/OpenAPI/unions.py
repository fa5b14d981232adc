#!/usr/bin/env python3
"""Makes random values of each case of every union that whole documents have, writes them, and reads them back.

    python3 Tests/OpenAPI/unions.py                    # all documents of ../shared/openapi/documents
    python3 Tests/OpenAPI/unions.py stripe --seed 7

The rules are those of Tests/Integrations/Tests/ReadBackTests: a value that is constructed as a case is written, and read as
that case or as the one that docs/spec-language.md says. Prints for each document how many values were tried, the unions with values of one case
that are read as another, and the cases for which no value was found. Exits with 1 if a value isn't written or read back.
`--folder` keeps what is built.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import generated
from generated import Document, Module

MAIN = """import Foundation
import {module}

var readBack = UnionReadBack({module}Types.types.compactMap(\\.model), seed: {seed})
for union in {module}Types.types.compactMap({{ ($0 as? any CheckedUnion)?.union }}) {{ readBack.check(union) }}
print("{module}: \\(readBack.unions) unions with \\(readBack.cases) cases, \\(readBack.values) values,",
  "\\(readBack.problems.count) problems")
print("  read as another case: \\(readBack.ambiguous.count) unions:", readBack.ambiguous.sorted().joined(separator: " "))
print("  without a value: \\(readBack.empty.count) cases:", readBack.empty.sorted().joined(separator: " "))
for problem in readBack.problems.prefix(40) {{ print("  problem: \\(problem.prefix(400))") }}
exit(readBack.problems.isEmpty ? 0 : 1)
"""


def sources(module, folder, seed):
    """The checks of the repository's tests, for a module."""
    types = folder / "Types"
    script = generated.ROOT / "Scripts" / "layouts.sh"
    subprocess.run([script, types, folder / "Sources" / module], check=True)
    tests = generated.ROOT / "Tests"
    files = [*(tests / "Integrations/Sources/Layouts").glob("*.swift"), *types.glob("*.swift"), *(tests / "Integrations/Tests/ReadBackTests").glob("*.swift")]
    left_out = ["main.swift", "UnionReadBackTests.swift"]
    texts = {file.name: file.read_text() for file in files if file.name not in left_out}
    # One module here.
    texts = {name: text.replace("@testable import Layouts\n", "") for name, text in texts.items()}
    return {**texts, "main.swift": MAIN.format(module=module, seed=seed)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary).absolute()
        for path in generated.documents(options.documents):
            module = Module(folder, Document(path), generated.tool())
            code = "".join(file.read_text() for file in (folder / "Sources" / module.name).rglob("*.swift"))
            if "static let union = Union<" not in code:
                print(f"{module.name}: no unions")
                continue
            program = module.build("unions", sources(module.name, folder, options.seed), is_fast=True)
            failed |= subprocess.run([program]).returncode != 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
