#!/usr/bin/env python3
"""The figures of Benchmarks/README.md: what the generator costs, and what compiling its output costs.

    python3 Benchmarks/figures.py [generator] [compile] [pieces] [types]

Builds in release first. Figures are those of the fastest of several whole processes, which other work on the machine
disturbed least; memory is the peak of the largest process.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = ROOT / "Sources/Runtime/Core"


def run(command, **options):
    """Wall and user seconds and peak memory in MiB of one process, and its exit code."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return time.perf_counter() - start, usage.ru_utime, usage.ru_maxrss / scale, child.returncode


def fastest_of(count, command, before=lambda: None):
    runs = []
    for _ in range(count):
        before()
        runs.append(run(command, cwd=ROOT))
    assert all(r[3] == 0 for r in runs), f"{command} failed"
    return [min(r[i] for r in runs) for i in range(3)]


def swift(*arguments):
    return subprocess.check_output(["swift", *arguments], cwd=ROOT, text=True).strip()


def generator():
    flags = ["-c", "release", "--traits", "Generator"] + ([] if sys.platform == "darwin" else ["--static-swift-stdlib"])
    swift("build", *flags, "--product", "wgnapi-gen")
    tool = pathlib.Path(swift("build", *flags, "--show-bin-path")) / "wgnapi-gen"
    with tempfile.TemporaryDirectory() as folder:
        output, tests = pathlib.Path(folder) / "Generated", pathlib.Path(folder) / "Tests"
        modules = [tool, "Specs", "-o", output]
        for title, generate in [("modules", modules), ("modules and tests", [*modules, "--tests", tests])]:
            rows = {
                "cold run": fastest_of(
                    RUNS, generate, lambda: [shutil.rmtree(f, ignore_errors=True) for f in (output, tests)]),
                "nothing changed": fastest_of(RUNS, generate),
                "--check": fastest_of(RUNS, [*generate, "--check"]),
            }
            files = [f for written in (output, tests) for f in written.rglob("*.swift")]
            lines = sum(f.read_text().count("\n") for f in files)
            print(f"{title}: {len(files)} files, {lines} lines")
            for name, (wall, user, memory) in rows.items():
                print(f"{name:16} wall {wall:.3f} s   user {user:.3f} s   peak {memory:.0f} MiB")


# How often the generator is run.
RUNS = int(os.environ.get("RUNS", "31"))
# How often the two compilations are run in turn.
PAIRS = int(os.environ.get("PAIRS", "7"))

REFERENCE_TYPES = ["Int", "String", "Double", "Int?", "[String]", "Bool", "Int", "String?", "Int", "Int"]


def reference(folder):
    """100 structs of 10 properties with synthesized Codable and Hashable: what the machine takes for plain models."""
    source = pathlib.Path(folder) / "Reference.swift"
    structs = (
        f"public struct Model{n}: Sendable, Hashable, Codable {{\n"
        + "".join(f"  public var property{i}: {type}\n" for i, type in enumerate(REFERENCE_TYPES))
        + "}\n"
        for n in range(100)
    )
    source.write_text("".join(structs))
    return str(source)


CONFIGURATIONS = [("debug", ["-Onone"]), ("release", ["-O"])]


def compiler(name, flags):
    """A compiler that finds the runtime, built for the configuration."""
    swift("build", "-c", name, "--target", "WGNAPIRuntime")
    modules = pathlib.Path(swift("build", "-c", name, "--show-bin-path")) / "Modules"
    return ["swiftc", *flags, "-wmo", "-swift-version", "6", "-parse-as-library", "-I", modules,
            "-I", CORE / "CWGNAPICurl", "-I", CORE / "CWGNAPIZlib"]


def compile_output():
    sources = sorted(str(f) for f in (ROOT / "Generated/WOT").rglob("*.swift"))
    for name, flags in CONFIGURATIONS:
        common = compiler(name, flags)
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "WOT.o"
            ours = [*common, "-module-name", "WOT", "-c", *sources, "-o", target]
            plain = [*common, "-module-name", "Reference", "-c", reference(folder), "-o", target]
            pairs = [(run(plain), run(ours)) for _ in range(PAIRS)]
            assert all(r[3] == 0 for pair in pairs for r in pair), "compilation failed"
            size = target.stat().st_size / 1e6
        user, expected = min(o[1] for _, o in pairs), min(p[1] for p, _ in pairs)
        memory = min(o[2] for _, o in pairs)
        print(
            f"compile {name:8} user {user:.1f} s (reference {expected:.1f} s, ratio {user / expected:.2f})   "
            f"peak {memory:.0f} MiB   object {size:.1f} MB"
        )


def model(n, piece):
    """One of 100 models like those of the reference, with the pieces up to one of them."""
    properties = [(f"property{i}", type) for i, type in enumerate(REFERENCE_TYPES)]
    conformance = "JSONModel" if piece in ("table", "validator") else "Sendable"
    lines = [f"public struct Model{n}: {conformance} {{"] + [f"  public let {p}: {t}" for p, t in properties]
    if piece != "properties":
        lines += [f"  public init({', '.join(f'{p}: {t}' for p, t in properties)}) {{"]
        lines += [f"    self.{p} = {p}" for p, _ in properties] + ["  }"]
    if piece in ("table", "validator"):
        lines += ["  public static let layout = ModelLayout<Self> {"]
        for p, t in properties:
            limits = {"Int": ", [.minimum(0)]", "String": ", [.minLength(1), .maxLength(40)]"}.get(t, "")
            presence = "optional" if t.endswith("?") else "required"
            lines += [f'    $0.{presence}("{p}", \\.{p}{limits if piece == "validator" else ""})']
        lines += ["  }"]
    return "\n".join([*lines, "}"])


def pieces():
    """What the pieces of a model cost, each with those before it."""
    names = ["properties", "initializer", "table", "validator"]
    for name, flags in CONFIGURATIONS:
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "Models.o"
            commands = {"reference": [*compiler(name, flags), "-c", reference(folder), "-o", target]}
            for piece in names:
                source = pathlib.Path(folder) / f"{piece}.swift"
                source.write_text("import WGNAPIJSON\n" + "\n".join(model(n, piece) for n in range(100)))
                commands[piece] = [*compiler(name, flags), "-module-name", "Models", "-c", source, "-o", target]
            rounds = [{piece: run(command) for piece, command in commands.items()} for _ in range(PAIRS)]
        assert all(r[3] == 0 for results in rounds for r in results.values()), "compilation failed"
        least = {piece: [min(r[piece][i] for r in rounds) for i in (1, 2)] for piece in commands}
        for piece, (user, memory) in least.items():
            print(f"100 models {name:8} {piece:12} user {user:.1f} s ({user / least['reference'][0]:.2f})   {memory:.0f} MiB")


# The types of the properties of a schema in the module of many types.
PROPERTIES = ["integer", "string", "number", "integer?", '"[string]"', "boolean", "timestamp", "string?", "integer",
              "{enum: [low, middle, high, highest, none]}"]


def many_types(folder, count=500):
    """Specs of a module with many endpoints, and as many schemas with an enumeration each, ten of them in a file."""
    folder.mkdir(parents=True)
    (folder / "module.yaml").write_text(
        'wgnapi: 1\nmodule:\n  summary: Many types\n  servers:\n    local: {url: "http://127.0.0.1/", summary: Nobody}\n')
    for first in range(0, count, 10):
        endpoints, schemas = ["endpoints:"], ["schemas:"]
        for n in range(first, first + 10):
            endpoints += [f"  thing{n}:", f"    get: things/{n}/", f"    summary: Finds thing {n}.", "    parameters:",
                          "      id: integer", "      name?: string", f"    response: Thing{n}"]
            schemas += [f"  Thing{n}:", f"    description: Thing {n}.", "    properties:"]
            schemas += [f"      property_{i}: {type}" for i, type in enumerate(PROPERTIES)]
        (folder / f"part{first // 10:02}.yaml").write_text("\n".join(["wgnapi: 1", *endpoints, *schemas, ""]))


def types():
    """What a module of many types costs in debug, compiled as SwiftPM does it: several files to a process."""
    swift("build", "--traits", "Generator", "--product", "wgnapi-gen")
    tool = pathlib.Path(swift("build", "--traits", "Generator", "--show-bin-path")) / "wgnapi-gen"
    command = [argument for argument in compiler("debug", ["-Onone", "-g", "-enable-batch-mode", "-j2"]) if argument != "-wmo"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        many_types(folder / "Specs/Types")
        subprocess.run([tool, folder / "Specs", "-o", folder / "Generated"], check=True, capture_output=True)
        sources = sorted((folder / "Generated").rglob("*.swift"))
        outputs = {str(source): {"object": str(folder / f"{n}.o")} for n, source in enumerate(sources)}
        (folder / "outputs.json").write_text(json.dumps(outputs))
        command += ["-enable-testing", "-emit-module", "-emit-module-path", folder / "Types.swiftmodule",
                    "-index-store-path", folder / "index", "-output-file-map", folder / "outputs.json",
                    "-module-name", "Types", "-c", *sources]
        runs = [run(command) for _ in range(min(PAIRS, 3))]
        assert all(r[3] == 0 for r in runs), "compilation failed"
        size = sum(f.stat().st_size for f in folder.glob("*.o")) / 1e6
    print(f"500 endpoints and schemas: {len(sources)} files   user {min(r[1] for r in runs):.1f} s   objects {size:.1f} MB")


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["generator", "compile", "pieces", "types"]
    if "generator" in chosen:
        generator()
    if "compile" in chosen:
        compile_output()
    if "pieces" in chosen:
        pieces()
    if "types" in chosen:
        types()
