#!/usr/bin/env python3
"""Runs the JSON Schema Test Suite against what the generator makes of its schemas.

Every test group's schema becomes a file among specs; wgnapi-gen makes a Swift module of them, which is compiled
together with Driver.swift in a package of its own and run on the tests' data, in both ways to validate: with the
answer only, and with a report.

The suite is looked for in $WGNAPI_CONFORMANCE_DIR, then in ../shared/conformance beside the repository.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DRAFT = "draft2020-12"
REMOTES_URI = "http://localhost:1234/"


class Number(str):
    """A number by its text, so that writing it again loses nothing."""


def read(text):
    return json.loads(text, parse_float=Number, parse_int=Number)


def write(value):
    """Compact JSON on one line."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{write(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def find_suite():
    places = [os.environ.get("WGNAPI_CONFORMANCE_DIR"), ROOT.parent / "shared" / "conformance"]
    for place in filter(None, places):
        for suite in [pathlib.Path(place) / "JSON-Schema-Test-Suite", pathlib.Path(place)]:
            if (suite / "tests" / DRAFT).is_dir():
                return suite
    return None


def write_specs(suite, folder):
    """Writes one schema for each group, and returns the groups: file, description, tests."""
    shutil.rmtree(folder, ignore_errors=True)
    specs = folder / "Conformance"
    specs.mkdir(parents=True)
    groups = []
    for path in sorted((suite / "tests" / DRAFT).glob("*.json")):
        for group in read(path.read_text(encoding="utf-8")):
            name = f"case{len(groups)}"
            (specs / f"{name}.schema.json").write_text(write(group["schema"]), encoding="utf-8")
            groups.append((path.stem, group["description"], group["tests"]))
    return groups


def write_package(folder, count):
    """The package of the generated module and the driver, with a list of all schemas."""
    driver = folder / "Sources" / "Driver"
    driver.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(__file__).parent / "Driver.swift", driver / "Driver.swift")
    cases = "".join(f"  {{ Case{number}Schema.root }},\n" for number in range(count))
    update(
        driver / "schemas.swift",
        "import Conformance\nimport WGNAPISchema\n\n"
        f"let schemas: [@Sendable () -> JSONSchema] = [\n{cases}]\n")
    update(folder / "Package.swift", f"""\
// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Conformance",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(ROOT))})],
  targets: [
    .target(
      name: "Conformance",
      dependencies: [
        .product(name: "WGNAPIJSON", package: "wgnapi-gen"),
        .product(name: "WGNAPISchema", package: "wgnapi-gen"),
      ],
      path: "Generated/Conformance"),
    .executableTarget(
      name: "Driver",
      dependencies: ["Conformance", .product(name: "WGNAPISchema", package: "wgnapi-gen")]),
  ]
)
""")
    lock = ROOT / "Package.resolved"
    if lock.exists() and not (folder / "Package.resolved").exists():
        shutil.copy(lock, folder / "Package.resolved")


def update(path, text):
    """Writes a file if that changes it, so that builds see no change where there is none."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def run(command, what):
    started = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if finished.returncode != 0:
        sys.stdout.write(finished.stdout)
        sys.exit(f"{what} failed")
    # macOS counts bytes, Linux kilobytes.
    peak = after.ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024)
    print(
        f"{what}: {time.monotonic() - started:.0f} s, {after.ru_utime - before.ru_utime:.0f} s of processor time, "
        f"at most {peak} MB", flush=True)
    return finished.stdout


def main():
    parser = argparse.ArgumentParser(description="Runs the JSON Schema Test Suite.")
    parser.add_argument("--tool", required=True, help="the generator's executable")
    parser.add_argument("--work", default=str(ROOT / ".build" / "conformance"), help="where to build")
    parser.add_argument("--swift", default="swift", help="the swift command")
    parser.add_argument("--configuration", default="debug", choices=["debug", "release"])
    options = parser.parse_args()

    suite = find_suite()
    if suite is None:
        print("skipped: there is no JSON Schema Test Suite; WGNAPI_CONFORMANCE_DIR may name a folder that has it")
        return 0
    work = pathlib.Path(options.work)
    groups = write_specs(suite, work / "Specs")
    run(
        [options.tool, str(work / "Specs"), "-o", str(work / "Generated"), "--quiet",
         "--map", f"{REMOTES_URI}={suite / 'remotes'}"], "generating")
    write_package(work, len(groups))
    build = [options.swift, "build", "--package-path", str(work), "-c", options.configuration, "--product", "Driver"]
    run(build, "compiling")

    lines, expected = [], []
    for number, (file, group, tests) in enumerate(groups):
        for test in tests:
            lines.append(f"{number} {write(test['data'])}\n")
            expected.append((file, group, test["description"], test["valid"]))
    data = work / "data.txt"
    data.write_text("".join(lines), encoding="utf-8")
    binary = pathlib.Path(
        subprocess.run(build[:-2] + ["--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip())
    answers = run([str(binary / "Driver"), str(data)], "validating").split()
    return report(expected, answers)


def report(expected, answers):
    """Prints what passed and failed in each file; 1 if anything failed or is missing."""
    files = {}
    failures = []
    for position, (file, group, test, is_valid) in enumerate(expected):
        # One letter for each way to validate: t, f, or nothing where the driver ended early.
        answer = answers[position] if position < len(answers) else ""
        wanted = "t" if is_valid else "f"
        row = files.setdefault(file, [0, 0])
        row[answer != wanted * 2] += 1
        if answer != wanted * 2:
            failures.append(
                f"{file}: {group}: {test}: expected {'valid' if is_valid else 'invalid'}, "
                f"flag {answer[:1] or '-'}, report {answer[1:] or '-'}")
    for file, (passed, failed) in sorted(files.items()):
        print(f"{file:28} {passed:5} passed {failed:5} failed")
    for failure in failures:
        print("FAILED", failure)
    total = sum(passed for passed, _ in files.values())
    print(f"{total} of {len(expected)} tests passed, each with the answer only and with a report")
    return 0 if total == len(expected) == len(answers) else 1


if __name__ == "__main__":
    sys.exit(main())
