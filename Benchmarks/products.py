#!/usr/bin/env python3
"""What each product of the runtime costs a user: lines of code, and processor time added to a clean build.

    python3 Benchmarks/products.py                     # debug and release, as a table for docs/architecture.md

Lines are those with code, of the product and of what it brings along beside `WGNAPIRuntime`. The time is that of building the
product where `WGNAPIRuntime` has been built, less that of a build with nothing to do. The products with dependencies of
other packages are left out: those dependencies decide.
"""
import json
import pathlib
import shutil
import subprocess
import tempfile

from consumer import ROOT, build, sources

PRODUCTS = ["Cache", "Retry", "Limits", "Policies", "Partial", "Formats", "Schema", "Servers", "JSONRPC", "Forms", "Responses", "Streams", "Chains", "Pages",
            "Feeds", "Credentials", "OAuth", "Recording"]


def lines(target):
    """The lines of a target that have code."""
    count = 0
    for file in (ROOT / "Sources").glob(f"**/{target}/**/*.swift"):
        count += sum(1 for line in file.read_text().splitlines() if line.strip() and not line.strip().startswith("//"))
    return count


def closures():
    """The targets that each target needs, itself included."""
    package = json.loads(subprocess.check_output(["swift", "package", "dump-package"], cwd=ROOT))
    direct = {}
    for target in package["targets"]:
        names = [entry.get("byName", entry.get("target", [None]))[0] for entry in target["dependencies"]]
        direct[target["name"]] = [name for name in names if name]
    def closure(name):
        found, rest = set(), [name]
        while rest:
            one = rest.pop()
            if one not in found:
                found.add(one)
                rest += direct.get(one, [])
        return found
    return {name: closure(name) for name in direct}


def user_package(folder, package, product):
    """A package whose only file imports a product."""
    (folder / "Sources/app").mkdir(parents=True, exist_ok=True)
    (folder / "Sources/app/app.swift").write_text(f"import {product}\n")
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "app", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(package))})],
  targets: [.target(name: "app", dependencies: [.product(name: "{product}", package: "wgnapi-gen")])])
""")


def main():
    needed = closures()
    base = needed["WGNAPIRuntime"] - {"WGNAPIURLSession"}
    rows = {name: [sum(lines(one) for one in needed[f"WGNAPI{name}"] - needed["WGNAPIRuntime"])] for name in PRODUCTS}
    whole = [sum(lines(name) for name in base)]
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        sources(place / "wgnapi-gen", None)
        app = place / "app"
        for configuration in ["debug", "release"]:
            user_package(app, place / "wgnapi-gen", "WGNAPIRuntime")
            subprocess.run(["swift", "package", "resolve", "--package-path", app], check=True, capture_output=True)
            whole.append(build(app, configuration)[0])
            shutil.move(app / ".build", place / "built")
            for name in PRODUCTS:
                shutil.copytree(place / "built", app / ".build", symlinks=True)
                user_package(app, place / "wgnapi-gen", f"WGNAPI{name}")
                first = build(app, configuration)[0]
                rows[name].append(first - build(app, configuration)[0])
                shutil.rmtree(app / ".build")
            shutil.rmtree(place / "built")
    print("| product | lines of code | debug, s | release, s |\n| --- | ---: | ---: | ---: |")
    for name, (count, debug, release) in [("Runtime", whole), *rows.items()]:
        print(f"| `WGNAPI{name}` | {count:,} | {debug:.1f} | {release:.1f} |")


if __name__ == "__main__":
    main()
