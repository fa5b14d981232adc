#!/usr/bin/env python3
"""Counts the lines of each target again, and writes them into the tables of docs/architecture.md, rounded to ten."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/architecture.md"


def main() -> None:
    lines = {}
    for parent in ("Generator", "Shared", "Runtime/Core", "Runtime/Optional"):
        for target in (ROOT / "Sources" / parent).iterdir():
            lines[target.name] = sum(file.read_text().count("\n") for file in target.rglob("*.swift"))

    def count(match: re.Match[str]) -> str:
        number = max(10, round(lines.get(match[2], 0), -1))
        return f"{match[1]}{number:,} |" if match[2] in lines else match[0]

    text = PAGE.read_text()
    PAGE.write_text(re.sub(r"^(\| `(\w+(?:-\w+)?)` \| .* \| )[\d,]+ \|$", count, text, flags=re.MULTILINE))


if __name__ == "__main__":
    main()
