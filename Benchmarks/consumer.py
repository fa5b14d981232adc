#!/usr/bin/env python3
"""What a user waits for: `swift build` of a package with one line that uses `WOT`, or with another generated module.

    python3 Benchmarks/consumer.py                     # this working copy
    python3 Benchmarks/consumer.py --against COMMIT    # and a commit, in turn with it
    python3 Benchmarks/consumer.py --module Tests/Golden/APIs/Generated/Notion

Prints, for debug and release, the processor time of a clean build and of one after a property was added to a spec, and
the peak memory of the largest compiler process. The times of a shared machine differ by a factor of two within minutes:
only ratios of builds that took turns mean anything.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAIN = """import WOT
print(try await Client(server: .eu, applicationID: "demo").searchPlayers(search: "gar").count)
"""


def sources(folder, commit):
    """The package at a commit, or as it is now."""
    folder.mkdir()
    if commit:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        return
    names = subprocess.check_output(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True)
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)


def user_package(folder, package, traits, module):
    """A package with one line that uses WOT, or one with a generated module of its own and an empty program."""
    (folder / "Sources/app").mkdir(parents=True)
    (folder / "Sources/app/main.swift").write_text(f"import {module.name}\n" if module else MAIN)
    own, dependency = "", '.product(name: "WOT", package: "wgnapi-gen")'
    if module:
        shutil.copytree(package / module, folder / "Sources" / module.name)
        code = "".join(file.read_text() for file in (package / module).rglob("*.swift"))
        products = sorted(set(re.findall(r"^(?:public |internal )?import (WGNAPI\w+)", code, re.M)))
        dependencies = ", ".join(f'.product(name: "{product}", package: "wgnapi-gen")' for product in products)
        own, dependency = f'.target(name: "{module.name}", dependencies: [{dependencies}]),\n    ', f'"{module.name}"'
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "app", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(package))}{traits})],
  targets: [
    {own}.executableTarget(name: "app", dependencies: [{dependency}])
  ])
""")


def build(folder, configuration):
    """Builds, in a process of its own whose children are measured: user seconds, and MiB of the largest of them."""
    code = (
        "import json, resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([done.returncode, used.ru_utime, used.ru_maxrss / 1024, done.stdout[-3000:]]))\n"
    )
    command = ["swift", "build", "-c", configuration, "--package-path", folder]
    environment = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")
    output = subprocess.check_output([sys.executable, "-c", code, *map(str, command)], env=environment)
    status, user, memory, text = json.loads(output)
    if status:
        sys.exit(f"the build failed:\n{text}")
    return user, memory


def change(package):
    """What a new property in a spec changes in the generated code."""
    beginning = "public struct PlayerMatch:"
    path = next(file for file in (package / "Generated/WOT").rglob("*.swift") if beginning in file.read_text())
    others, text = path.read_text().split(beginning)
    for old, new in [
        ("  public let nickname: String\n", "  public let nickname: String\n  public let title: String?\n"),
        ("nickname: String) {", "nickname: String, title: String? = nil) {"),
        ("    self.nickname = nickname\n", "    self.nickname = nickname\n    self.title = title\n"),
        ('("nickname", \\.nickname)\n', '("nickname", \\.nickname)\n    $0.optional("title", \\.title)\n'),
    ]:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(others + beginning + text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--module", metavar="FOLDER", type=pathlib.Path, help="a generated module in both versions")
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    versions = [("now", None)] + ([(arguments.against, arguments.against)] if arguments.against else [])
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for configuration in ["debug", "release"]:
            results = {name: [] for name, _ in versions}
            for turn in range(arguments.rounds):
                for name, commit in versions:
                    folder = place / f"{configuration}-{turn}-{name}"
                    folder.mkdir()
                    sources(folder / "wgnapi-gen", commit)
                    # A default trait, where a commit has one, is what users were told to switch off.
                    has_default = ".default(" in (folder / "wgnapi-gen/Package.swift").read_text()
                    user_package(folder / "app", folder / "wgnapi-gen", ", traits: []" if has_default else "", arguments.module)
                    subprocess.run(
                        ["swift", "package", "resolve", "--package-path", folder / "app"], check=True,
                        capture_output=True)
                    clean = build(folder / "app", configuration)
                    # Only what changes in WOT is known.
                    if not arguments.module:
                        change(folder / "wgnapi-gen")
                    again = build(folder / "app", configuration)
                    results[name].append((*clean, again[0]))
                    shutil.rmtree(folder)
            for name, _ in versions:
                user, memory, again = (min(column) for column in zip(*results[name]))
                again = "" if arguments.module else f"   one spec changed {again:5.1f} s"
                print(f"{configuration:8} {name:10} clean {user:6.1f} s user, {memory:5.0f} MiB{again}", flush=True)


if __name__ == "__main__":
    main()
