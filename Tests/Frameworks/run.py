#!/usr/bin/env python3
"""Calls the servers of real frameworks with clients generated from the documents that the frameworks write.

Each file in Apps is a server on this machine. Its document is read unchanged, and a program calls every operation and compares
what it reads with what the server holds. Needs the frameworks from PyPI, which it installs into an environment of its own; it
is skipped where they can't be had.

    python3 Tests/Frameworks/run.py --tool .build/debug/wgnapi-gen
"""

import argparse
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = [
    "fastapi==0.165.0", "uvicorn==0.54.0", "python-multipart==0.0.34", "djangorestframework==3.18.3",
    "drf-spectacular==0.30.0", "django-ninja==1.7.1", "litestar==2.25.0", "flask-smorest==0.47.0",
    # What these need in any version.
    "apispec==6.10.1", "Django==5.2.19", "marshmallow==4.4.0", "pydantic==2.14.4",
]
MODULES = {
    "fastapi": "FastLibrary", "django_rest": "RESTLibrary", "ninja": "NinjaLibrary", "litestar": "LitestarLibrary",
    "smorest": "SmorestLibrary",
}


def environment(folder):
    """Returns the Python that has the frameworks; None if they can't be installed."""
    python = folder / "python" / "bin" / "python"
    if (folder / "python" / "complete").exists():
        return python
    steps = [
        [sys.executable, "-m", "venv", folder / "python"],
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
    ]
    if any(subprocess.run(step, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode for step in steps):
        return None
    (folder / "python" / "complete").touch()
    return python


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def started(process, port):
    """Waits until a server answers, whatever it says."""
    for _ in range(300):
        if process.poll() is not None:
            return False
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/nothing", timeout=5)
            return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.1)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    parser.add_argument("--swift", default="swift")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build" / "frameworks")
    parser.add_argument("options", nargs="*", help="options of swift build, after --")
    arguments = parser.parse_args()
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder)
    if python is None:
        print("skipped: the frameworks can't be installed from PyPI")
        return 0

    package = folder / "package"
    shutil.copytree(HERE / "Client", package, dirs_exist_ok=True)
    for app, module in MODULES.items():
        document = folder / f"{app}.json"
        script = HERE / "Apps" / f"{app}_app.py"
        with open(document, "w") as file:
            subprocess.run([python, script, "document"], stdout=file, stderr=subprocess.DEVNULL, check=True)
        subprocess.run(
            [arguments.tool.resolve(), document, "--module", module, "-o", package / "Sources" / module], check=True,
            stdout=subprocess.DEVNULL)
    build = [
        arguments.swift, "build", "--package-path", package, "-Xswiftc", "-warnings-as-errors", *arguments.options]
    variables = os.environ | {"WGNAPI_PACKAGE": str(ROOT)}
    subprocess.run(build, check=True, env=variables)
    products = subprocess.run(
        [*build, "--show-bin-path"], check=True, env=variables, capture_output=True, text=True).stdout.strip()

    servers, calls = [], []
    try:
        for app in MODULES:
            port = free_port()
            process = subprocess.Popen(
                [python, HERE / "Apps" / f"{app}_app.py", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            servers.append(process)
            if not started(process, port):
                print(f"error: the server of {app} doesn't start", file=sys.stderr)
                return 1
            calls += [app, f"http://127.0.0.1:{port}"]
        return subprocess.run([pathlib.Path(products) / "Frameworks", *calls], timeout=300).returncode
    finally:
        for process in servers:
            process.kill()


if __name__ == "__main__":
    sys.exit(main())
