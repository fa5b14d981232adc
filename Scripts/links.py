#!/usr/bin/env python3
"""Checks the links of all Markdown files of the repository, and the pages that code and messages name.

    python3 Scripts/links.py

A link to a file leads to one that exists, and one with a fragment to a heading of it. No two headings of a page in docs/ have the same
anchor. `docs/page.md` in a source file or a script is a page, and `(docs/page.md, "Heading")` a heading of it.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
OWN = "https://github.com/OWNER/wgnapi-gen/blob/main/"
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?\s*\)")
NAMED = re.compile(r"\bdocs/[a-z0-9-]+\.md\b(?:,\s*\\?\"([^\"\\]+)\\?\")?")


def prose(path):
    """The lines of a page outside of code blocks, with code spans in place."""
    fence = None
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and line.strip().startswith(fence):
            fence = None
        elif fence is None:
            yield number, line


def anchor(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@cache
def headings(path):
    found = (re.match(r"#{1,6} (.*)", line) for _, line in prose(path))
    return [anchor(match[1]) for match in found if match]


def link_failures(path):
    text = "\n".join(re.sub(r"`[^`]*`", lambda code: " " * len(code[0]), line) for _, line in prose(path))
    for target in LINK.findall(text):
        if target.startswith(OWN):
            file, base = target[len(OWN) :], ROOT
        elif re.match(r"[a-z]+:", target):
            continue
        else:
            file, base = target, path.parent
        name, _, fragment = file.partition("#")
        page = (base / unquote(name)).resolve() if name else path
        if not page.exists():
            yield f"{path.relative_to(ROOT)}: there is no {target}"
        elif fragment and page.suffix == ".md" and fragment not in headings(page):
            yield f"{path.relative_to(ROOT)}: {target}: the page has no such heading"


def heading_failures(path):
    anchors = headings(path)
    for repeated in sorted({one for one in anchors if anchors.count(one) > 1}):
        yield f"{path.relative_to(ROOT)}: several headings have the anchor #{repeated}"


def name_failures(path):
    for match in NAMED.finditer(path.read_text("utf-8")):
        page = ROOT / match[0].partition(",")[0]
        if not page.exists():
            yield f"{path.relative_to(ROOT)}: there is no {match[0]}"
        elif match[1] and anchor(match[1]) not in headings(page):
            yield f"{path.relative_to(ROOT)}: {match[0]}: the page has no such heading"


def main():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    files = [ROOT / name for name in listed if name and (ROOT / name).is_file() and not (ROOT / name).is_symlink()]
    failures = []
    for path in files:
        if path.suffix == ".md" and "Golden" not in path.parts:
            failures += link_failures(path)
            if path.parent == ROOT / "docs":
                failures += heading_failures(path)
        elif path.suffix in {".swift", ".h", ".sh", ".py", ".yaml", ".yml", ".json", ".txt"} or path.name == "Makefile":
            if path != Path(__file__).resolve() and path.stat().st_size < 1 << 20:
                try:
                    failures += name_failures(path)
                except UnicodeDecodeError:
                    pass
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
