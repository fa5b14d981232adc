"""How long `wgnapi-gen --watch` needs from a save until the output is written.

    python3 Benchmarks/watch.py                       # Specs, and Stripe's document if it is there
    python3 Benchmarks/watch.py --tool .build/debug/wgnapi-gen --saves 10

Each save changes what a spec says, so that at least one Swift file differs. The time ends when the last changed file of the
output is in its place, which is its time of change. A spec of the largest module of `Specs` is saved in turns with one of the
smallest and with the library that all modules import. Half of the saves write the file, and half replace it by another one,
as many editors do.

The processor time is that of the tool between the saves, on a machine where others compute, too.
"""

import argparse
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STRIPE = ROOT.parent / "shared/openapi/documents/stripe.yaml"


def last_change(folders):
    """The time of the newest Swift file."""
    newest = 0
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".swift"):
                    newest = max(newest, os.stat(os.path.join(place, name)).st_ctime_ns)
    return newest


def save(path, text, replaces):
    """Writes a file, or replaces it, and returns when it was there."""
    if replaces:
        other = path.with_name(f".{path.name}.swp")
        other.write_text(text, "utf-8")
        os.replace(other, path)
    else:
        path.write_text(text, "utf-8")
    return time.time_ns()


def processor_time(process):
    """The seconds that a process and its threads have computed; 0 where /proc doesn't say."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def next_line(lines, process, stream):
    """The next line of the tool."""
    line = stream.readline()
    if not line:
        sys.exit(f"the tool ended with {process.wait()}")
    lines.append(line.rstrip())
    return line


def measure(title, tool, settings, changed, folder, saves):
    """Runs the tool in a folder, saves files, and prints the times."""
    (folder / "wgnapi-gen.yaml").write_text(settings, "utf-8")
    lines = []
    process = subprocess.Popen([tool, "--watch"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    outputs = [folder / "Generated", folder / "Tests"]
    try:
        while "watching" not in next_line(lines, process, process.stdout):
            pass
        used = processor_time(process)
        times, texts = [], {path: path.read_text("utf-8") for path, _ in changed}
        for number in range(saves):
            path, (old, new) = changed[number % len(changed)]
            time.sleep(0.05)
            assert texts[path].count(old) >= 1, f"{path} has no {old!r}"
            at = save(path, texts[path].replace(old, new % number, 1), number % 2 == 1)
            line = next_line(lines, process, process.stdout)
            while "changed" not in line:
                line = next_line(lines, process, process.stdout)
            assert "wrote" in line, line
            times.append((last_change(outputs) - at) / 1e6)
        print(f"{title}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)} saves")
        used = (processor_time(process) - used) / saves * 1000
        print(f"  processor time of a save: {used:.0f} ms; the last line: {lines[-1]}")
    finally:
        process.send_signal(signal.SIGINT)
        status = process.wait()
        if status != 0:
            print(f"  the tool ended with {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/wgnapi-gen"))
    parser.add_argument("--saves", type=int, default=30)
    arguments = parser.parse_args()
    tool = str(pathlib.Path(arguments.tool).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        for title, tests in (("Specs", ""), ("Specs with tests", "tests: Tests\n")):
            folder = pathlib.Path(temporary) / title
            shutil.copytree(ROOT / "Specs", folder / "Specs")
            changed = [
                (folder / "Specs/WOT/account.yaml", ("Finds players by name.", "Finds players by name, %d.")),
                (folder / "Specs/WGN/module.yaml", ("summary: ", "summary: %d ")),
                (folder / "Specs/Wargaming/common.yaml", ("description: ", "description: %d ")),
            ]
            measure(title, tool, f"specs: Specs\noutput: Generated\n{tests}", changed, folder, arguments.saves)
        if STRIPE.exists():
            folder = pathlib.Path(temporary) / "Stripe"
            folder.mkdir()
            (folder / "api.yaml").write_text(STRIPE.read_text("utf-8"), "utf-8")
            changed = [(folder / "api.yaml", ("Business information about the account.", "Business information, %d."))]
            settings = "specs: api.yaml\noutput: Generated\nmodule: Stripe\n"
            measure("Stripe", tool, settings, changed, folder, max(5, arguments.saves // 3))


if __name__ == "__main__":
    main()
