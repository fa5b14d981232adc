#!/usr/bin/env python3
"""Compares generated models with an independent validator, on random schemas of the spec language.

Each random schema becomes the schema of a property `value`. All of them are one module, which is compiled together
with Comparison.swift and run on random documents: a model must read a document, and its schema accept it, exactly if
Python's jsonschema does.

    pip install jsonschema
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

import jsonschema

from conformance import ROOT, run, update
from random_schemas import Case, as_object

HERE = pathlib.Path(__file__).resolve().parent


def write_specs(cases, folder):
    specs = folder / "Specs" / "Random"
    specs.mkdir(parents=True, exist_ok=True)
    for number, case in cases.items():
        names = {name: f"C{number}{name}" for name in case.named}

        def renamed(schema):
            if isinstance(schema, list):
                return [renamed(item) for item in schema]
            if not isinstance(schema, dict):
                return schema
            return {key: names[value] if key == "$ref" else renamed(value) for key, value in schema.items()}

        schemas = {f"C{number}": {"properties": {"value": renamed(case.root)}, "required": ["value"]}}
        schemas |= {names[name]: renamed(schema) for name, schema in case.named.items()}
        lines = [f"  {name}: {json.dumps(schema)}\n" for name, schema in schemas.items()]
        update(specs / f"c{number}.yaml", "wgnapi: 1\nschemas:\n" + "".join(lines))
    for path in specs.glob("c*.yaml"):
        if int(path.stem[1:]) not in cases:
            path.unlink()


def generate(cases, tool, folder):
    """Writes the module, without the schemas that the language rejects."""
    reasons = {}
    while True:
        write_specs(cases, folder)
        command = [tool, str(folder / "Specs"), "-o", str(folder / "Generated"), "--prune"]
        finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        mistakes = re.findall(r"c([0-9]+)\.yaml:\d+:\d+: error: (.*)", finished.stdout)
        if finished.returncode == 0:
            return reasons
        if not mistakes:
            sys.exit(finished.stdout)
        for number, message in mistakes:
            reason = re.sub(r"'[^']*'", "'…'", message)
            if cases.pop(int(number), None):
                reasons[reason] = reasons.get(reason, 0) + 1


def write_package(folder, cases):
    driver = folder / "Sources" / "Driver"
    driver.mkdir(parents=True, exist_ok=True)
    update(driver / "Comparison.swift", (HERE / "Comparison.swift").read_text("utf-8"))
    models = "".join(f"  C{number}.self,\n" for number in cases)
    update(
        driver / "models.swift",
        f"import Random\nimport WGNAPIJSON\n\nlet models: [any JSONModel.Type] = [\n{models}]\n")
    dependency = ".product(name: \"%s\", package: \"wgnapi-gen\")"
    json_library, schemas = dependency % "WGNAPIJSON", dependency % "WGNAPISchema"
    update(folder / "Package.swift", f"""\
// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Comparison",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(ROOT))})],
  targets: [
    .target(name: "Random", dependencies: [{json_library}, {schemas}], path: "Generated/Random"),
    .executableTarget(name: "Driver", dependencies: ["Random", {json_library}]),
  ]
)
""")
    lock = ROOT / "Package.resolved"
    if lock.exists() and not (folder / "Package.resolved").exists():
        update(folder / "Package.resolved", lock.read_text("utf-8"))


def main():
    parser = argparse.ArgumentParser(description="Compares models of random schemas with Python's jsonschema.")
    parser.add_argument("--tool", required=True, help="the generator's executable")
    parser.add_argument("--work", default=str(ROOT / ".build" / "comparison"), help="where to build")
    parser.add_argument("--swift", default="swift", help="the swift command")
    parser.add_argument("--schemas", type=int, default=300)
    parser.add_argument("--documents", type=int, default=40, help="how many for each schema")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    work = pathlib.Path(options.work)
    source = random.Random(options.seed)
    cases = {number: Case(random.Random(source.random())) for number in range(options.schemas)}
    for reason, count in sorted(generate(cases, options.tool, work).items(), key=lambda item: -item[1]):
        print(f"{count} schemas left out: {reason}")
    write_package(work, cases)
    run([options.swift, "build", "--package-path", str(work), "--product", "Driver"], "compiling")

    lines, expected = [], []
    for position, (number, case) in enumerate(cases.items()):
        schema = case.standard()
        validator = jsonschema.Draft202012Validator(as_object(schema))
        for _ in range(options.documents):
            document = case.document()
            lines.append(f'{position} {{"value": {json.dumps(document)}}}\n')
            expected.append((number, document, validator.is_valid(document)))
    documents = work / "documents"
    documents.write_text("".join(lines), encoding="utf-8")
    path = run([options.swift, "build", "--package-path", str(work), "--show-bin-path"], "looking").splitlines()[-1]
    answers = run([path + "/Driver", str(documents)], "comparing").split()
    if len(answers) != len(expected):
        sys.exit(f"{len(expected)} documents, but {len(answers)} answers")

    differing = {}
    for (number, document, is_valid), answer in zip(expected, answers):
        if answer != ("tt" if is_valid else "ff"):
            differing.setdefault(number, []).append((document, is_valid, answer))
    for number, differences in differing.items():
        case = cases[number]
        print(f"\nC{number}: {json.dumps(case.root)}")
        for name, schema in case.named.items():
            print(f"  {name}: {json.dumps(schema)}")
        for document, is_valid, answer in sorted(differences, key=lambda item: len(json.dumps(item[0])))[:3]:
            print(f"  {json.dumps(document)}: {'valid' if is_valid else 'invalid'}; read: {answer[0]}, valid: {answer[1]}")
    accepted = sum(is_valid for _, _, is_valid in expected)
    print(
        f"\n{len(cases)} schemas, {len(expected)} documents, {accepted} of them valid: {len(differing)} schemas differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
