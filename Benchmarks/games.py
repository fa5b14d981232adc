#!/usr/bin/env python3
"""What the six modules of `Specs` cost: lines of YAML, compiling, the size of a program.

    python3 Benchmarks/games.py lines      # lines of YAML per endpoint and per field
    python3 Benchmarks/games.py compile    # time and memory of each module and of its generated tests, debug and release
    python3 Benchmarks/games.py binary     # a release binary that uses one endpoint of WOT, and what is compiled for it

`lines` reads the facts about the APIs in the folder that WGNAPI_SHARED_DIR names, and counts what these say, not what the
specs say. PAIRS says how often things are compiled in turn with the reference of figures.py.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import consumer
import figures
from figures import ROOT, run, swift

MODULES = ["WGN", "WOT", "WOTB", "WOTX", "WOWP", "WOWS"]


def imports(module):
    """The libraries that a folder of specs imports, directly or not."""
    text = (ROOT / "Specs" / module / "module.yaml").read_text()
    found = re.search(r"^  import: \[(.*)\]", text, re.M)
    own = found[1].split(", ") if found else []
    return set(own).union(*map(imports, own))


def lines_of(folder):
    """The lines that say something."""
    texts = [file.read_text() for file in (ROOT / "Specs" / folder).glob("*.yaml")]
    return sum(1 for text in texts for line in text.splitlines() if line.strip() and not line.strip().startswith("#"))


def lines():
    sys.path.insert(0, str(ROOT / "Tests/Reference"))
    import reference

    def count(fields):
        return sum(1 + count(field.get("fields", {})) for field in fields.values())

    users = {}
    for module in MODULES:
        for library in imports(module):
            users.setdefault(library, []).append(module)
    totals = [0, 0, 0]
    print("            methods  fields  lines  per method  per field")
    for module in MODULES:
        facts = reference.load(module.lower())
        fields = sum(count(method["fields"]) for method in facts.values())
        # A library's lines are shared by the modules that import it.
        own = lines_of(module) + sum(lines_of(library) / len(users[library]) for library in imports(module))
        print(f"{module:12}{len(facts):7}  {fields:6}  {own:5.0f}  {own / len(facts):10.1f}  {own / fields:9.2f}")
        totals = [total + part for total, part in zip(totals, [len(facts), fields, own])]
    print(f"{'all':12}{totals[0]:7}  {totals[1]:6}  {totals[2]:5.0f}  {totals[2] / totals[0]:10.1f}  {totals[2] / totals[1]:9.2f}")


def compile_modules():
    for name, flags in figures.CONFIGURATIONS:
        swift("build", "-c", name, "--target", "WGNAPITesting")
        common = figures.compiler(name, flags)
        plugins = pathlib.Path(subprocess.check_output(["which", "swiftc"], text=True).strip()).resolve().parent.parent
        testing = ["-plugin-path", plugins / "lib/swift/host/plugins/testing"]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            plain = [*common, "-module-name", "Reference", "-c", figures.reference(folder), "-o", folder / "R.o"]
            for module in MODULES:
                sources = sorted((ROOT / "Generated" / module).rglob("*.swift"))
                tests = sorted((ROOT / "Tests/Generated" / f"{module}Tests").glob("*.swift"))
                ours = [*common, "-module-name", module, "-emit-module", "-emit-module-path", folder / f"{module}.swiftmodule",
                        "-c", *sources, "-o", folder / f"{module}.o"]
                theirs = [*common, *testing, "-I", folder, "-module-name", f"{module}Tests", "-c", *tests,
                          "-o", folder / "Tests.o"]
                rounds = [(run(plain), run(ours), run(theirs)) for _ in range(figures.PAIRS)]
                assert all(r[3] == 0 for round in rounds for r in round), f"{module} was not compiled"
                base = min(round[0][1] for round in rounds)
                size = (folder / f"{module}.o").stat().st_size / 1e6
                print(f"{name:8}{module:5}", end="")
                for position, (title, count) in enumerate([("module", len(sources)), ("tests", len(tests))], start=1):
                    user = min(round[position][1] for round in rounds)
                    memory = min(round[position][2] for round in rounds)
                    print(f"   {title} {count} files, {user:.1f} s ({user / base:.2f} of the reference), {memory:.0f} MiB", end="")
                print(f"   object {size:.1f} MB", flush=True)


def binary():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        consumer.sources(folder / "wgnapi-gen", None)
        consumer.user_package(folder / "app", folder / "wgnapi-gen", "")
        arguments = ["--package-path", folder / "app"]
        static = [] if sys.platform == "darwin" else ["--static-swift-stdlib"]
        for title, flags in [("release", []), ("release, static standard library", static)]:
            if title != "release" and not flags:
                continue
            output = swift("build", "-v", "-c", "release", *flags, *map(str, arguments))
            path = pathlib.Path(swift("build", "-c", "release", *flags, *map(str, arguments), "--show-bin-path"))
            program = path / "app"
            size = program.stat().st_size / 1e6
            subprocess.run(["strip", program], check=True)
            compiled = sorted(set(re.findall(r"-module-name (\w+)", output)))
            print(f"{title}: {size:.1f} MB, stripped {program.stat().st_size / 1e6:.1f} MB")
            print(f"  compiled: {', '.join(compiled)}")
            others = [module for module in MODULES if module != "WOT" and module in compiled]
            assert not others, f"{others} were compiled for WOT"


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["lines", "compile", "binary"]
    for name, measure in [("lines", lines), ("compile", compile_modules), ("binary", binary)]:
        if name in chosen:
            measure()
