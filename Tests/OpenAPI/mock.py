#!/usr/bin/env python3
"""Serves whole documents with `wgnapi-gen mock`, and has Schemathesis test the server against the same documents.

    python3 Tests/OpenAPI/mock.py                            # World of Tanks and Spotify
    python3 Tests/OpenAPI/mock.py discord -n 3 --seed 2      # another one of ../shared/openapi/documents

Schemathesis sends requests that a document allows, which the server must answer with what the document describes, and
others, which it must refuse. It reads a copy of the document in which every operation may be refused (`4XX`), because documents
rarely say so. One check is left out: `ignored_auth`, because the server accepts credentials of any value. Failures that
are the document's or Schemathesis' own are in `KNOWN`, with reasons. Exits with 1 on any other.

Needs `pip install schemathesis`, beside this Python, on the path or in `SCHEMATHESIS`; without it, or without documents, nothing
is checked.
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

DEFAULT = ["worldoftanks", "spotify"]

# By document: a failure's code and its operations, and why it isn't the server's.
KNOWN = {
    "worldoftanks": [
        ("ST201", r"POST /stronghold/activateclanreserve/", "a form's list of one element is written like a text"),
    ],
    "spotify": [
        ("ST201", r"PUT /playlists/\{playlist_id\}/images", "any bytes may be an image"),
        ("ST111", r"GET /me/player.*", "the document's `type` is 'track', and its discriminator has no mapping for that"),
    ],
}


def skip(reason):
    print(f"skipped: {reason}", file=sys.stderr)
    sys.exit(0)


def schemathesis():
    """The command; stops with a message where there is none."""
    beside = pathlib.Path(sys.executable).parent / "st"
    found = os.environ.get("SCHEMATHESIS") or (str(beside) if beside.exists() else shutil.which("st"))
    if not found:
        skip("checking the mock server needs Schemathesis (pip install schemathesis)")
    return found


def refusable(document, path):
    """Writes a copy of a document in which every operation may be refused; returns its base path."""
    for _, _, operation, _ in document.operations():
        answers = operation.setdefault("responses", {})
        if "default" not in answers and "4XX" not in answers:
            answers["4XX"] = {"description": "refused"}
    path.write_text(json.dumps(document.root, default=str))
    url = (document.root.get("servers") or [{"url": ""}])[0]["url"]
    return re.sub(r"^[a-z]+://[^/]*", "", url).rstrip("/")


def configuration(document):
    """Credentials for every security scheme."""
    lines = []
    for name, scheme in (document.root.get("components", {}).get("securitySchemes") or {}).items():
        scheme = document.resolved(scheme)
        lines.append(f"[auth.openapi.{json.dumps(name)}]")
        if scheme["type"] == "apiKey":
            lines.append('api_key = "demo"')
        elif scheme["type"] == "http" and scheme["scheme"].lower() == "basic":
            lines += ['username = "demo"', 'password = "demo"']
        else:
            lines.pop()
    return "\n".join(lines) + "\n"


def failures(report, name):
    """Unknown failures of a report, as lines; and the number of known ones."""
    unknown, known = [], 0
    for failure in report["failures"]:
        for operation in failure["operations"]:
            reasons = KNOWN.get(name, [])
            if any(failure["code"] == code and re.fullmatch(pattern, operation) for code, pattern, _ in reasons):
                known += 1
            else:
                unknown.append(f"{failure['code']} {failure['title']}: {operation}")
    return unknown, known


def check(path, tool, command, arguments, folder):
    from generated import Document

    document = Document(path)
    copy, report = folder / "document.json", folder / "report.json"
    base = refusable(document, copy)
    (folder / "schemathesis.toml").write_text(configuration(document))
    server = subprocess.Popen(
        [str(tool), "mock", str(path), "--port", "0", "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    try:
        line = server.stdout.readline()
        port = re.search(r"://127\.0\.0\.1:(\d+)", line)
        if not port:
            return [f"the server of {path.name} didn't start"], ""
        run = [
            command, "--config-file", str(folder / "schemathesis.toml"), "run", str(copy), "--url",
            f"http://127.0.0.1:{port[1]}{base}", "-H", "Authorization: Bearer demo", "-n", str(arguments.n), "--seed",
            str(arguments.seed), "--no-color", "--exclude-checks", "ignored_auth", "--suppress-health-check", "all",
            "--warnings", "off", "--report", "json", "--report-json-path", str(report)]
        if arguments.phases:
            run += ["--phases", arguments.phases]
        done = subprocess.run(run, capture_output=True, text=True, cwd=folder)
        if arguments.list:
            print(done.stdout)
        if not report.exists():
            return [f"Schemathesis failed: {(done.stdout + done.stderr)[-1000:]}"], ""
        result = json.loads(report.read_text())
        unknown, known = failures(result, path.stem)
        if server.poll() is not None:
            unknown.append("the server has ended")
        if not result["complete"] or result["operations"]["errored"] or result["test_cases"]["errored"]:
            unknown.append("Schemathesis couldn't test everything: run with --list")
        operations, cases = result["operations"]["tested"], result["test_cases"]["generated"]
        return unknown, f"{path.stem}: {operations} operations, {cases} requests, {known} known failures, {len(unknown)} others"
    finally:
        server.terminate()
        server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", help="names of documents")
    parser.add_argument("-n", type=int, default=10, help="random requests for each operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phases", help="Schemathesis' phases")
    parser.add_argument("--list", action="store_true", help="print everything that Schemathesis says")
    arguments = parser.parse_args()
    command = schemathesis()
    try:
        import generated
    except ImportError as error:
        skip(error)
    if not generated.DOCUMENTS.is_dir():
        skip(f"there is no {generated.DOCUMENTS}; set WGNAPI_SHARED_DIR")
    tool = generated.tool()
    found = False
    for path in generated.documents(arguments.documents or DEFAULT):
        with tempfile.TemporaryDirectory() as folder:
            unknown, summary = check(path, tool, command, arguments, pathlib.Path(folder))
        print(summary)
        for line in unknown:
            print(f"  {line}")
        found = found or bool(unknown)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
