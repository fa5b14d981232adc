#!/usr/bin/env python3
"""Compares the lines that `wgnapi-gen breaking --app` reports for the examples with the compiler's errors.

    Tests/AppLines/app_lines.py TOOL [--examples FOLDER]

For each change of the specs below, the module is generated anew, and the examples are type-checked against it. Each line with an
error must be reported. The examples must have been built (`make example demo`); one that hasn't is skipped. It is a failure if all
are skipped, or if no change makes an error, because then nothing was compared.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# The folder of sources of each program.
APPS = {"Companion": ["companion"], "Players": ["Players", "PlayerApp"]}

# What is replaced by what, in a file of the specs, and how often: once, or everywhere.
ONCE, EVERYWHERE = 1, -1
CHANGES = [
    ("a property is optional", "WOT/account.yaml", "      nickname: string\n", "      nickname?: string\n", ONCE),
    ("a property has another name", "WOT/account.yaml", "      nickname: string\n", "      nickname: {type: string, swiftName: name}\n", ONCE),
    ("a property has another type", "WOT/account.yaml", "      global_rating: {type: integer", "      global_rating: {type: string", ONCE),
    ("a date is a number", "WOT/account.yaml", "      last_battle_time: timestamp\n", "      last_battle_time: integer\n", ONCE),
    ("an endpoint has another name", "WOT/account.yaml", "  searchPlayers:\n", "  findPlayers:\n", ONCE),
    ("an argument has another name", "WOT/account.yaml", "      search:\n", "      text:\n        name: search\n", ONCE),
    ("an argument is needed", "WOT/account.yaml", "      type?: {type: SearchMode, default: startswith}\n", "      type: SearchMode\n", ONCE),
    ("an endpoint is in a group", "WOT/account.yaml", "    path: account/info/\n", "    path: account/info/\n    group: accounts\n", ONCE),
    ("an endpoint is gone", "WOT/account.yaml", "  playerAchievements:\n", "  achievementsOfPlayers:\n", ONCE),
    ("a result is optional", "WOT/account.yaml", '    response: "[PlayerMatch]"\n', '    response: "[PlayerMatch]?"\n', ONCE),
    ("a schema has another name", "WOT/account.yaml", "PlayerMatch", "FoundPlayer", EVERYWHERE),
    ("a property of a match is gone", "WOT/account.yaml", "{account_id: AccountID, nickname: string}", "{account_id: AccountID}", ONCE),
]


def module_options(build):
    core = ROOT / "Sources/Runtime/Core"
    options = ["-I", str(build / "Modules"), "-I", str(build)]
    maps = [core / name / "module.modulemap" for name in ["CWGNAPICurl", "CWGNAPIZlib"]]
    # Libraries of the system that dependencies import.
    for pattern in ["*/Sources/*/module.modulemap", "*/*/include/module.modulemap"]:
        maps += (build.parent / "checkouts").resolve().glob(pattern)
    for file in maps:
        options += ["-Xcc", f"-fmodule-map-file={file}"]
    return options


def compile_errors(arguments, folder):
    """The places with errors, as files and lines."""
    command = ["swiftc", "-swift-version", "6", "-suppress-warnings", "-diagnostic-style", "llvm", *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    found = re.findall(r"^(/\S+?):(\d+):\d+: error: (.*)", result.stderr, re.M)
    if result.returncode and not found:
        sys.exit(f"{' '.join(command)}\n{result.stderr}")
    return {(file, int(line)): message for file, line, message in found}


def check(tool, app, programs, examples, change, work):
    """Prints how one change compares.

    Returns the number of lines with errors, and how many of them are missing."""
    title, file, old, new, count = change
    specs = work / "Specs"
    shutil.rmtree(specs, ignore_errors=True)
    shutil.copytree(ROOT / "Specs", specs)
    path = specs / file
    text = path.read_text()
    if old not in text:
        sys.exit(f"{file} doesn't have {old!r}")
    path.write_text(text.replace(old, new, count))
    folder = examples / app
    report = subprocess.run(
        [tool, "breaking", str(specs), "--against", str(ROOT / "Specs"), "--app", str(folder), "--format", "json"],
        capture_output=True, text=True)
    if report.returncode > 1:
        sys.exit(report.stderr)
    reported = {
        (use["file"], line)
        for change in json.loads(report.stdout)["changes"] if change["breaks"]
        for use in change["uses"] for line in [use["line"], *use["values"]]
    }
    generated = work / "Generated"
    shutil.rmtree(generated, ignore_errors=True)
    output = subprocess.run([tool, str(specs), "-o", str(generated)], capture_output=True, text=True)
    if output.returncode:
        sys.exit(output.stderr)
    build = folder / ".build/debug"
    for module in ["WGN", "WOT"]:
        sources = sorted(map(str, (generated / module).glob("*.swift")))
        errors = compile_errors(
            ["-parse-as-library", "-emit-module", "-emit-module-path", str(work / f"{module}.swiftmodule"),
             "-module-name", module, "-package-name", "generated", *module_options(build), *sources], work)
        if errors:
            sys.exit(f"{module} doesn't compile: {errors}")
    refused = {}
    for program in programs:
        sources = sorted(map(str, (folder / "Sources" / program).rglob("*.swift")))
        library = [] if any(source.endswith("main.swift") for source in sources) else ["-parse-as-library"]
        refused |= compile_errors(
            [*library, "-typecheck", "-module-name", program, "-package-name", "app", "-I", str(work),
             *module_options(build), *sources], work)
    missing = {place: message for place, message in refused.items() if place not in reported}
    print(f"{app}: {title}: {len(refused)} lines with errors, {len(reported)} reported, {len(missing)} missing")
    for (file, line), message in sorted(missing.items()):
        print(f"  {file}:{line}: {message}")
    return len(refused), len(missing)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--examples", type=pathlib.Path, default=ROOT / "Examples")
    arguments = parser.parse_args()
    built = {
        app: programs for app, programs in APPS.items()
        if (arguments.examples / app / ".build/debug/index/store").exists()}
    for app in APPS:
        if app not in built:
            print(f"skipped: {app} hasn't been built")
    if not built:
        sys.exit("no example has been built: run 'make example demo' first")
    refused, missing = 0, 0
    with tempfile.TemporaryDirectory() as work:
        for app, programs in built.items():
            for change in CHANGES:
                counts = check(
                    arguments.tool, app, programs, arguments.examples.resolve(), change, pathlib.Path(work))
                refused += counts[0]
                missing += counts[1]
    if not refused:
        sys.exit("no change makes an error in an example, so nothing was compared")
    sys.exit(missing > 0)


if __name__ == "__main__":
    main()
