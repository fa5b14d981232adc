"""Reading, checking and writing JSON, against others: ratios measured in one run.

    python3 Benchmarks/decoding.py [--captured FOLDER] [--rounds N] [OPERATION ...]

Operations: decode, validate, encode, memory; all of them by default. Peers that can't be had here are left out and named.
Times are the fastest of several in each process; the processes take turns, and the ratio is the median over the rounds.
`memory` counts what one typed decode with validation allocates, beside JSONDecoder; on Linux with glibc only.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build"
PEERS = BUILD / "peers"
DOCUMENTS = BUILD / "documents"
PYTHON = BUILD / "python" / "bin" / "python"

CARGO = """[package]
name = "serde-peer"
version = "0.0.0"
edition = "2021"
[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"
[profile.release]
lto = true
codegen-units = 1
"""
# Debian's librust-serde-json-dev and librust-serde-derive-dev.
CARGO_SOURCE = """[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
"""


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, text=True, **options)


def attempt(name, build):
    """Builds a peer; says so and goes on without it where that fails."""
    try:
        return build()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"left out: {name} ({error})", file=sys.stderr)
        return None


def build_python():
    if not PYTHON.exists():
        venv.create(PYTHON.parent.parent, with_pip=True)
        run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pyyaml", "msgspec",
            "jsonschema-rs", "fastjsonschema")
    return lambda operation: [PYTHON, HERE / "Peers/peers_in_python.py", operation]


def build_serde():
    folder = PEERS / "serde"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "Peers/serde.rs", folder / "src/main.rs")
    shutil.copy(PEERS / "models.rs", folder / "src/models.rs")
    (folder / "Cargo.toml").write_text(CARGO)
    if pathlib.Path("/usr/share/cargo/registry").exists():
        (folder / ".cargo").mkdir(exist_ok=True)
        (folder / ".cargo/config.toml").write_text(CARGO_SOURCE)
    run("cargo", "build", "--quiet", "--release", cwd=folder)
    return lambda operation: [folder / "target/release/serde-peer", operation]


def build_simdjson():
    binary = PEERS / "simdjson-peer"
    run("g++", "-O3", "-march=native", "-o", binary, HERE / "Peers/simdjson.cpp", "-lsimdjson")
    return lambda operation: [binary, operation]


def seconds(command, document):
    output = run(*command, document, DOCUMENTS / f"{document}.json", PEERS, stdout=subprocess.PIPE).stdout
    return float(output)


def compare(title, document, ours, peers, rounds):
    """Lets ours and the peers take turns and prints how much faster ours is."""
    times = {name: [] for name in ["ours", *peers]}
    for _ in range(rounds):
        for name, command in {"ours": ours, **peers}.items():
            times[name].append(seconds(command, document))
    size = (DOCUMENTS / f"{document}.json").stat().st_size
    speed = size / min(times["ours"]) / 1e6
    ratios = "  ".join(
        f"{name} {statistics.median(b / a for a, b in zip(times['ours'], times[name])):.2f}" for name in peers
    )
    print(f"{title:<10}{document:<12}{speed:>7.0f} MB/s   {ratios}", flush=True)


def build_counter():
    if not sys.platform.startswith("linux"):
        raise OSError("allocations are counted on Linux only")
    library = PEERS / "counting.so"
    run("cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "Peers/counting.c", "-ldl")
    return os.environ | {"LD_PRELOAD": str(library)}


def in_bytes(count):
    return f"{count / 1e6:.2f} MB" if count >= 100_000 else f"{count} B"


def count_allocations(title, document, command, environment):
    """Prints what the decoded values take, and what was allocated to make them."""
    output = run(*command, document, DOCUMENTS / f"{document}.json", stdout=subprocess.PIPE, env=environment).stdout
    made, made_bytes, kept, values, peak = map(int, output.split())
    print(
        f"{'memory':<10}{document:<12}{title:<12} values {in_bytes(values)} in {kept} allocations; "
        f"peak {peak / values - 1:+.1%} over the values; allocations made {made} (of which {kept} kept, "
        f"{made / kept - 1:+.1%}), {in_bytes(made_bytes)} ({made_bytes / values - 1:+.1%})",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--captured", type=pathlib.Path, default=HERE.parent.parent / "shared/captured")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("operations", nargs="*", metavar="OPERATION")
    arguments = parser.parse_args()
    operations = arguments.operations or ["decode", "validate", "encode", "memory"]
    PEERS.mkdir(parents=True, exist_ok=True)
    DOCUMENTS.mkdir(parents=True, exist_ok=True)

    python = attempt("msgspec, jsonschema-rs, fastjsonschema", build_python)
    # The types and documents are written by scripts that need PyYAML.
    interpreter = PYTHON if python else sys.executable
    run(interpreter, HERE / "documents.py", DOCUMENTS, arguments.captured)
    run(interpreter, HERE / "peers.py", PEERS)
    run("swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", BUILD, stdout=subprocess.DEVNULL)
    serde = attempt("serde_json", build_serde) if {"decode", "encode"} & set(operations) else None
    simdjson = attempt("simdjson", build_simdjson) if "decode" in operations else None

    def ours(operation):
        return [BUILD / "release/decoding", operation]

    def present(**candidates):
        return {name: make(operation) for name, (make, operation) in candidates.items() if make}

    documents = sorted(path.stem for path in DOCUMENTS.glob("*.json"))
    if "decode" in operations:
        peers = {"JSONDecoder": ours("decode-foundation")} | present(
            serde_json=(serde, "decode"), msgspec=(python, "msgspec"), simdjson=(simdjson, "parse"))
        for document in documents:
            compare("decode", document, ours("decode"), peers, arguments.rounds)
    if "validate" in operations:
        peers = {"jsonschema-rs": python("jsonschema-rs"), "fastjsonschema": python("fastjsonschema")} if python else {}
        for document in documents:
            compare("validate", document, ours("validate"), peers, arguments.rounds)
    if "encode" in operations:
        peers = {"JSONEncoder": ours("encode-foundation")} | present(serde_json=(serde, "encode"))
        for document in documents:
            compare("encode", document, ours("encode"), peers, arguments.rounds)
    if "memory" in operations and (environment := attempt("memory", build_counter)):
        for document in documents:
            count_allocations("ours", document, ours("memory"), environment)
            count_allocations("JSONDecoder", document, ours("memory-foundation"), environment)


if __name__ == "__main__":
    main()
