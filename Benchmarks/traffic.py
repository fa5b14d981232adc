"""How fast `wgnapi-gen infer` reads traffic, and in how much memory.

    python3 Benchmarks/traffic.py                     # 100 MB of each kind
    python3 Benchmarks/traffic.py --megabytes 20 --rounds 1

A file as Chromium writes it, and one as mitmproxy writes it whose answers are those of World of Tanks, where they are at hand: much
JSON and little else. Both are made of recorded exchanges with other identifiers. The reference is Python's `json`, written
in C, which reads the file at once and then the answers in it; it infers nothing.
"""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BROWSERS = ROOT / "Tests/Golden/Inference/Browsers"
CAPTURED = ROOT.parent / "shared/captured"
LONGEST = 400_000
READ = """
import json, sys
for entry in json.load(open(sys.argv[1]))["log"]["entries"]:
    text = entry["response"]["content"].get("text", "")
    if text.startswith(("{", "[")): json.loads(text)
"""


def entries(program):
    """The calls of the API that a program recorded."""
    with open(BROWSERS / f"{program}.har") as file:
        return [entry for entry in json.load(file)["log"]["entries"] if "/api/v1/" in entry["request"]["url"]]


def captured():
    """Responses of World of Tanks, by the paths of their endpoints."""
    files = [file for file in sorted(CAPTURED.glob("wot_*.json")) if "error" not in file.name]
    paths = ["/".join(re.sub(r"_\d+$", "", file.stem).split("_")) for file in files]
    answers = list(zip(paths, (file.read_text() for file in files)))
    return [(path, text) for path, text in answers if len(text) <= LONGEST]


def other_numbers(text):
    """A text with other identifiers."""
    return re.sub(r"(?<=[^\d.])\d{6,}", lambda match: str(random.randrange(10 ** (len(match[0]) - 1), 10 ** len(match[0]))), text)


def answered(entry, path, text):
    """An entry with another request and its response."""
    url = f"https://api.worldoftanks.eu/{path}/?application_id=demo&account_id={random.randrange(10**9)}"
    request = {**entry["request"], "method": "GET", "url": url}
    request.pop("postData", None)
    content = {"size": len(text), "mimeType": "application/json", "text": other_numbers(text)}
    return {**entry, "request": request, "response": {**entry["response"], "status": 200, "content": content}}


def write(path, size, next_entry, indent):
    """Writes a HAR file of about a number of bytes."""
    with open(path, "w") as file:
        file.write('{"log": {"version": "1.2", "creator": {"name": "traffic.py", "version": "1"}, "entries": [\n')
        written = 0
        while written < size:
            text = json.dumps(next_entry(), ensure_ascii=False, indent=indent)
            file.write((",\n" if written else "") + text)
            written += len(text.encode())
        file.write("\n]}}\n")


def measure(command):
    """Runs a command in a process of its own, so that its memory isn't that of one before it."""
    script = (
        "import resource, subprocess, sys\n"
        "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode\n"
        "usage = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(code, usage.ru_utime, usage.ru_maxrss / 1024)\n"
    )
    output = subprocess.run([sys.executable, "-c", script, *map(str, command)], capture_output=True, text=True, check=True)
    code, seconds, memory = output.stdout.split()
    if code != "0":
        sys.exit(f"{' '.join(map(str, command))} ended with {code}")
    return float(seconds), float(memory)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=ROOT / ".build/release/wgnapi-gen")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    random.seed(11)
    chromium, mitmproxy, answers = entries("chromium"), entries("mitmproxy"), captured()

    def browser():
        if answers and random.random() < 0.3:
            return answered(random.choice(chromium), *random.choice(answers))
        return random.choice(chromium)

    def proxy():
        return answered(random.choice(mitmproxy), *random.choice(answers))

    kinds = [("Chromium", browser, 2)] + ([("answers", proxy, None)] if answers else [])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, next_entry, indent in kinds:
            file = folder / "traffic.har"
            write(file, options.megabytes * 1_000_000, next_entry, indent)
            size = file.stat().st_size / 1_000_000
            ours, reference = [], []
            for _ in range(options.rounds):
                shutil.rmtree(folder / "Specs", ignore_errors=True)
                ours.append(measure([options.tool, "infer", file, "-o", folder / "Specs/Shop"]))
                reference.append(measure([sys.executable, "-c", READ, file]))
            (seconds, memory), (other, its) = min(ours), min(reference)
            print(
                f"{name}: {size:.0f} MB in {seconds:.2f} s of user time, {size / seconds:.0f} MB/s, {memory:.0f} MiB;"
                f" Python reads it in {other:.2f} s and {its:.0f} MiB ({seconds / other:.2f} of its time)"
            )


if __name__ == "__main__":
    main()
