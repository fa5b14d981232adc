#!/usr/bin/env python3
"""What whole OpenAPI documents cost: generating code from them, and compiling it.

    python3 Benchmarks/openapi.py generate                     # all documents of ../shared/openapi/documents
    python3 Benchmarks/openapi.py compile discord              # a clean debug build of the generated module
    python3 Benchmarks/openapi.py compile spotify --release
    python3 Benchmarks/openapi.py growth discord               # 1, 2, 4, 8 and 16 times the document
    python3 Benchmarks/openapi.py shapes                       # made documents of shapes that are easy to make slow

Needs a release build of wgnapi-gen (or WGNAPI_GEN). The time is that of the fastest of several runs; `yardstick` is what
PyYAML's C loader (or Python's json) needs for the same document on the same machine at the same time. A compile's time is
that of all its processes, after the runtime was built; its memory that of the largest of them.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/OpenAPI"))

import generated  # noqa: E402

PRODUCTS = ["WGNAPIGenerated", "WGNAPIRuntime", "WGNAPIFormats", "WGNAPIForms", "WGNAPIResponses", "WGNAPISchema", "WGNAPIStreams", "WGNAPIWebhooks"]


def measured(command):
    """Runs a command: wall and user seconds, and the MiB of the largest of its processes.

    In a small process of its own: what a process begins with counts as its memory, too.
    """
    code = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.monotonic()\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "wall = time.monotonic() - start\n"
        "print(json.dumps([done.returncode, wall, used.ru_utime, used.ru_maxrss / 1024, (done.stdout + done.stderr)[-3000:]]))\n"
    )
    output = subprocess.check_output([sys.executable, "-c", code, *map(str, command)])
    status, wall, user, memory, text = json.loads(output)
    if status:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{text}")
    return wall, user, memory


def fastest(command, runs):
    return min((measured(command) for _ in range(runs)), key=lambda figures: figures[1])


def yardstick(path, runs):
    code = (
        "import json,sys; json.load(open(sys.argv[1]))" if path.suffix == ".json" else
        "import sys,yaml; yaml.load(open(sys.argv[1]), yaml.CSafeLoader)")
    return fastest([sys.executable, "-c", code, path], runs)[1]


def generated_files(folder):
    files = list(folder.rglob("*.swift"))
    return len(files), sum(file.read_bytes().count(b"\n") for file in files)


def generate(path, folder, runs):
    output = folder / "generated"
    command = [generated.tool(), path, "-o", output, "--module", path.stem.capitalize()]
    figures = []
    for _ in range(runs):
        shutil.rmtree(output, ignore_errors=True)
        figures.append(measured(command))
    wall, user, _ = min(figures, key=lambda one: one[1])
    memory = max(one[2] for one in figures)
    text = subprocess.run([str(part) for part in command], capture_output=True, text=True).stderr
    kinds = collections.Counter(re.findall(r": warning: .*\[([a-z-]+)\]$", text, re.MULTILINE))
    files, lines = generated_files(output)
    operations = sum(1 for _ in generated.Document(path).operations())
    warnings = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"
    print(
        f"| {path.stem} | {operations} | {wall:.2f} s | {user:.2f} s | {user / yardstick(path, runs):.2f} | "
        f"{memory:.0f} MiB | {files} | {lines:,} | {warnings} |", flush=True)


def compile_module(path, folder, configuration):
    module = path.stem.capitalize()
    subprocess.run(
        [str(generated.tool()), str(path), "-o", str(folder / "Sources"), "--module", module, "--quiet"],
        check=True, stderr=subprocess.DEVNULL)
    (folder / "Sources/Runtime").mkdir(exist_ok=True)
    (folder / "Sources/Runtime/Runtime.swift").write_text("".join(f"import {name}\n" for name in PRODUCTS))
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let runtime: [Target.Dependency] = {json.dumps(PRODUCTS)}.map {{ .product(name: $0, package: "wgnapi-gen") }}
let package = Package(
  name: "documents", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(ROOT))}, traits: ["Webhooks"])],
  targets: [
    .target(name: "Runtime", dependencies: runtime),
    .target(
      name: "{module}", dependencies: runtime,
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
  ])
""")
    command = ["swift", "build", "-c", configuration, "--package-path", folder]
    measured([*command, "--target", "Runtime"])
    idle = measured([*command, "--target", "Runtime"])[1]
    wall, user, memory = measured([*command, "--target", module])
    files, lines = generated_files(folder / "Sources" / module)
    print(
        f"| {path.stem} | {configuration} | {wall:.0f} s | {user - idle:.0f} s | {memory:,.0f} MiB | {files} | {lines:,} |",
        flush=True)


def repeated(root, times):
    """A document with as many copies of everything that has a name."""
    root = json.loads(json.dumps(root, default=str))
    components = root.get("components", {})
    kinds = [kind for kind in components if kind != "securitySchemes"]
    whole = {**root, "paths": {}, "components": {**components, **{kind: {} for kind in kinds}}}
    for number in range(times):
        def renamed(value):
            if isinstance(value, list):
                return [renamed(item) for item in value]
            if not isinstance(value, dict):
                return f"{value}{number}" if isinstance(value, str) and value.startswith("#/components/") else value
            return {
                key: f"{item}_{number}" if key == "operationId" and isinstance(item, str) else renamed(item)
                for key, item in value.items()}
        for kind in kinds:
            for name, value in components[kind].items():
                whole["components"][kind][f"{name}{number}"] = renamed(value)
        for path, item in root["paths"].items():
            whole["paths"][f"/copy{number}{path}"] = renamed(item)
    return whole


def growth(path, folder, runs):
    root = generated.Document(path).root
    first = None
    for times in [1, 2, 4, 8, 16]:
        document = folder / f"{path.stem}{times}.json"
        document.write_text(json.dumps(repeated(root, times)))
        operations = sum(1 for _ in generated.Document(document).operations())
        output = folder / "generated"
        shutil.rmtree(output, ignore_errors=True)
        command = [generated.tool(), document, "-o", output, "--module", "Growth", "--quiet"]
        figures = []
        for _ in range(runs):
            shutil.rmtree(output, ignore_errors=True)
            figures.append(measured(command))
        _, user, memory = min(figures, key=lambda one: one[1])
        each = (user / operations * 1000, memory / operations * 1024)
        first = first or each
        print(
            f"| {times} × {path.stem} | {operations:,} | {user:.2f} s | {each[0]:.2f} ms ({each[0] / first[0]:.2f}) | "
            f"{memory:.0f} MiB | {each[1]:.0f} KiB ({each[1] / first[1]:.2f}) |", flush=True)


def made(**parts):
    return {
        "openapi": "3.1.0", "info": {"title": "Made", "version": "1"}, "servers": [{"url": "https://example.com/"}],
        "paths": {}, **parts}


def chain(count):
    """Schemas of which each is nothing but a reference to the next one."""
    pointer = "#/components/schemas/S{}"
    schemas = {f"S{number}": {"$ref": pointer.format(number + 1)} for number in range(count)}
    content = {"application/json": {"schema": {"$ref": pointer.format(0)}}}
    operation = {"operationId": "read", "responses": {"200": {"description": "d", "content": content}}}
    return made(
        paths={"/a": {"get": operation}}, components={"schemas": {**schemas, f"S{count}": {"type": "string"}}}), None


def overlay(count):
    """Actions that extend the same lists."""
    paths = {
        f"/p{number}": {"get": {"operationId": f"o{number}", "responses": {"200": {"description": "d"}}}}
        for number in range(50)}
    action = {"target": "$.paths[*].*", "update": {"x-list": [1, 2, 3, 4, 5, 6, 7, 8]}}
    return made(paths=paths), {"overlay": "1.0.0", "info": {"title": "Made", "version": "1"}, "actions": [action] * count}


def mistakes(count):
    """Mistakes in a document of one line."""
    return made(components={"schemas": {f"S{number}": {"type": "strin"} for number in range(count)}}), None


SHAPES = {chain: 800, overlay: 400, mistakes: 5000}


def shapes(folder, runs):
    for shape, size in SHAPES.items():
        before = None
        for count in [size, 2 * size, 4 * size, 8 * size]:
            specs = folder / f"{shape.__name__}{count}" / "Made"
            specs.mkdir(parents=True, exist_ok=True)
            document, actions = shape(count)
            (specs / "api.json").write_text(json.dumps(document))
            (specs / "overlay.json").write_text(json.dumps(actions))
            (specs / "module.yaml").write_text(
                "wgnapi: 1\nmodule: {openapi: api.json" + (", overlays: [overlay.json]" if actions else "") + "}\n")
            output = folder / "generated"
            figures = []
            for _ in range(runs):
                shutil.rmtree(output, ignore_errors=True)
                figures.append(measured([generated.tool(), specs.parent, "-o", output]))
            _, user, memory = min(figures, key=lambda one: one[1])
            ratio = f"{user / before:.2f}" if before else ""
            before = user
            print(f"| {shape.__name__} | {count:,} | {user:.2f} s | {ratio} | {memory:.0f} MiB |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["generate", "compile", "growth", "shapes"])
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", help="keeps what is built there")
    arguments = parser.parse_args()
    heads = {
        "generate": "document | operations | wall | user | of the yardstick | memory | files | lines | warnings",
        "compile": "document | | wall | user | largest process | files | lines",
        "growth": "document | operations | user | per operation | memory | per operation",
        "shapes": "shape | size | user | of the half | memory",
    }
    print(f"| {heads[arguments.what]} |\n|{' --- |' * (heads[arguments.what].count('|') + 1)}", flush=True)
    if arguments.what == "shapes":
        with tempfile.TemporaryDirectory() as temporary:
            return shapes(pathlib.Path(arguments.folder or temporary), arguments.runs)
    for path in generated.documents(arguments.documents):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(arguments.folder or temporary)
            if arguments.what == "generate":
                generate(path, folder, arguments.runs)
            elif arguments.what == "growth":
                growth(path, folder, arguments.runs)
            else:
                compile_module(path, folder, "release" if arguments.release else "debug")


if __name__ == "__main__":
    main()
