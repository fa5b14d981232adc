#!/usr/bin/env python3
"""What a small edit of a spec changes: in the generated files, and in the time of the next build.

    python3 Benchmarks/edits.py                                   # 20 random edits of Specs/WOT
    python3 Benchmarks/edits.py --seed 2 --count 200
    python3 Benchmarks/edits.py --rebuild --against FOLDER        # rebuilds, in turn with another version

The first form fails unless each edit changes the Swift files of the spec files that it touches, adds, removes and renames
none, and changes only declarations that mention what was edited, or the types and errors that were named in it. FOLDER is a working copy of another commit; its
debug build (`swift build --product wgnapi-gen`) and that of this one generate the code, from the other commit's specs.
"""

import argparse
import difflib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from consumer import build, sources, user_package

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = [f"{verb} {what}" for what, verbs in [
    ("a property", ["add", "remove", "rename", "move"]), ("an endpoint", ["add", "remove", "rename", "move"]),
    ("a schema", ["rename", "move"])] for verb in verbs]


class Entry:
    """An entry of a mapping in a spec, by its lines."""

    def __init__(self, name, start, end):
        self.name, self.start, self.end = name, start, end


def entries(lines, start, indent):
    """The entries with that indentation, from a line on until one with less."""
    found = []
    for number in range(start, len(lines)):
        line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line) - len(line.lstrip())
        if depth < indent:
            break
        key = re.match(r"([A-Za-z_]\w*)\??:", line.strip())
        if depth == indent and key:
            found.append(Entry(key[1], number, number + 1))
        elif found:
            found[-1].end = number + 1
    return found


def section(lines, name):
    return entries(lines, lines.index(name + ":") + 1, 2) if name + ":" in lines else []


def property_lists(lines):
    """The properties of each schema that has a line for each of them."""
    for schema in section(lines, "schemas"):
        for number in range(schema.start, schema.end):
            if lines[number] == "    properties:":
                yield schema, entries(lines, number + 1, 6)


class Edit:
    """One random edit: what it is about, and the new texts of the files that it touches."""

    def __init__(self, kind, folder, dice, serial):
        self.kind, self.names, self.texts = kind, set(), {}
        self.folder, self.dice, self.serial = folder, dice, serial
        verb, _, what = kind.split()
        path = dice.choice([file for file in sorted(folder.glob("*.yaml")) if file.name != "module.yaml"])
        lines = path.read_text().split("\n")
        if what == "property":
            lists = [(schema, found) for schema, found in property_lists(lines) if len(found) > 2]
            if lists:
                schema, found = dice.choice(lists)
                self.names.add(schema.name)
                self.change(verb, path, lines, found, f"      added_{serial}?: string")
        else:
            found = section(lines, "endpoints" if what == "endpoint" else "schemas")
            if len(found) > 1:
                self.change(
                    verb, path, lines, found,
                    f"  added{serial}:\n    get: added/{serial}/\n    summary: Counts.\n    response: integer")

    def change(self, verb, path, lines, found, added):
        entry = self.dice.choice(found)
        block = lines[entry.start:entry.end]
        if verb in ("remove", "move"):
            self.names.update(re.findall(r"\b[A-Z]\w+", "\n".join(block)))
        rest = lines[:entry.start] + lines[entry.end:]
        if verb == "add":
            self.names.add(re.search(r"\w+", added)[0])
            self.texts[path] = "\n".join(lines[:entry.end] + added.split("\n") + lines[entry.end:])
            return
        self.names.add(entry.name)
        mention = re.compile(rf"\b{re.escape(entry.name)}\b")
        if verb == "rename" and entry.name[0].isupper():
            self.names.add(f"{entry.name}{self.serial}")
            for file in sorted(self.folder.glob("*.yaml")):
                text = file.read_text()
                if mention.search(text):
                    self.texts[file] = mention.sub(f"{entry.name}{self.serial}", text)
        elif verb != "move" and any(mention.search(line) for line in rest):
            return  # Something else refers to it.
        elif verb == "remove":
            self.texts[path] = "\n".join(rest)
        elif verb == "rename":
            self.names.add(f"{entry.name}{self.serial}")
            block[0] = mention.sub(f"{entry.name}{self.serial}", block[0], 1)
            self.texts[path] = "\n".join(lines[:entry.start] + block + lines[entry.end:])
        else:
            # Before another one, except the next, where it is already.
            position = found.index(entry)
            places = found[:position] + found[position + 2:]
            if not places:
                return
            place = self.dice.choice(places)
            at = place.start if place.start < entry.start else place.start - len(block)
            self.texts[path] = "\n".join(rest[:at] + block + rest[at:])


def generate(tool, specs, output):
    done = subprocess.run([tool, specs, "-o", output, "--prune"], capture_output=True, text=True)
    return done.returncode == 0


def draw(kind, tool, specs, work, dice, serial):
    """An edit after which the specs still generate, and what they generate then."""
    for _ in range(200):
        edit = Edit(kind, specs / "WOT", dice, serial)
        originals = {path: path.read_text() for path in edit.texts}
        if all(originals[path] == text for path, text in edit.texts.items()):
            continue
        for path, text in edit.texts.items():
            path.write_text(text)
        shutil.rmtree(work, ignore_errors=True)
        if generate(tool, specs, work):
            return edit
        for path, text in originals.items():
            path.write_text(text)
    sys.exit(f"no edit of the kind '{kind}' was found")


def declarations(text):
    """The declarations at the top of a file, with their comments, by their first lines of code."""
    found, current = {}, []
    for line in text.split("\n"):
        if current and not line and not current[-1].startswith(" "):
            first = next((part for part in current if not part.startswith(("//", "@"))), current[0])
            found.setdefault(re.sub(r"[:<{(].*", "", first), []).append("\n".join(current))
            current = []
        elif line or current:
            current.append(line)
    found.setdefault("end", []).append("\n".join(current))
    return found


def words(names):
    """The names as generated code may spell them."""
    return [re.sub(r"[^a-z0-9]", "", name.lower()) for name in names]


def unconcerned(before, after, edit):
    """The declarations that changed although they don't mention what was edited. Imports follow what is used."""
    names = words(edit.names)
    old, new = declarations(before), declarations(after)
    return [key for key in {**old, **new} if old.get(key) != new.get(key) and "import" not in key.lower() and not any(
        name in re.sub(r"[^a-z0-9]", "", "".join(old.get(key, []) + new.get(key, [])).lower()) for name in names)]


def swift_file(path):
    """The name of the Swift file of a spec file: that of `encyclopedia-legacy.yaml` is EncyclopediaLegacy.swift."""
    return "".join(part[:1].upper() + part[1:] for part in path.stem.split("-")) + ".swift"


def count_edits(arguments, tool):
    dice = random.Random(arguments.seed)
    faults, changed_files, changed_lines, beyond = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        for number in range(arguments.count):
            specs, before, after = place / "Specs", place / "before", place / "after"
            shutil.rmtree(specs, ignore_errors=True)
            shutil.copytree(ROOT / "Specs", specs)
            if number == 0:
                generate(tool, specs, before)
            kind = dice.choice(KINDS)
            edit = draw(kind, tool, specs, after, dice, number + 1)
            old = {file.name: file.read_text() for file in (before / "WOT").glob("*.swift")}
            new = {file.name: file.read_text() for file in (after / "WOT").glob("*.swift")}
            touched = {swift_file(path) for path in edit.texts}
            changed = {name for name in {**old, **new} if old.get(name) != new.get(name)}
            lines = sum(line[:1] in "+-" and line[:3] not in ("+++", "---") for name in changed & set(old) & set(new)
                        for line in difflib.unified_diff(old[name].split("\n"), new[name].split("\n"), n=0))
            changed_files += len(changed)
            changed_lines += lines
            title = f"{number + 1:3} {kind} in {', '.join(sorted(path.stem for path in edit.texts))}"
            print(f"{title}: {len(changed)} files, {lines} lines", flush=True)
            beyond += len(changed - touched)
            if set(old) != set(new):
                faults.append(f"{title}: added {set(new) - set(old)}, removed {set(old) - set(new)}")
            if touched - changed:
                faults.append(f"{title}: {sorted(touched - changed)} didn't change")
            for name in changed & set(old) & set(new):
                faults += [f"{title}: {name}: {key} changed" for key in unconcerned(old[name], new[name], edit)]
    print(f"{arguments.count} edits (seed {arguments.seed}): {changed_files} files, {changed_lines} lines changed, "
          f"{beyond} files beyond those of the specs; {len(faults)} faults")
    for fault in faults:
        print("  " + fault)
    return 1 if faults else 0


def measure_rebuilds(arguments, tool):
    """Rebuilds a user's package after one edit of each kind, the same for both versions, and one after the other."""
    other = arguments.against.resolve()
    versions = {"now": (None, tool), "other": (other, other / ".build/debug/wgnapi-gen")}
    times = {name: {kind: [] for kind in KINDS} for name in versions}
    dice = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        specs = place / "Specs"
        shutil.copytree(other / "Specs", specs)
        for name, (source, generator) in versions.items():
            package = place / name / "wgnapi-gen"
            package.parent.mkdir()
            if source:
                ignored = shutil.ignore_patterns(".build", ".git")
                shutil.copytree(source, package, ignore=ignored)
            else:
                sources(package, None)
            shutil.rmtree(package / "Generated")
            assert generate(generator, specs, package / "Generated"), f"{name} can't generate the specs"
            user_package(place / name / "app", package, "")
            build(place / name / "app", "debug")
        for turn in range(arguments.rounds):
            for position, kind in enumerate(KINDS):
                draw(kind, tool, specs, place / "scratch", dice, turn * len(KINDS) + position + 1)
                for name, (_, generator) in versions.items():
                    assert generate(generator, specs, place / name / "wgnapi-gen/Generated"), f"{name}: {kind}"
                    times[name][kind].append(build(place / name / "app", "debug")[0])
                print(f"{kind}: {times['now'][kind][-1]:.1f} s, other {times['other'][kind][-1]:.1f} s", flush=True)
    means = {name: {kind: sum(values) / len(values) for kind, values in kinds.items()} for name, kinds in times.items()}
    for kind in KINDS:
        now, then = means["now"][kind], means["other"][kind]
        print(f"| {kind} | {now:.1f} | {then:.1f} | {now / then:.2f} |")
    now, then = (sum(means[name].values()) / len(KINDS) for name in versions)
    print(f"| mean | {now:.1f} | {then:.1f} | {now / then:.2f} |")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--tool", type=pathlib.Path, default=ROOT / ".build/debug/wgnapi-gen")
    parser.add_argument("--rebuild", action="store_true")
    parser.add_argument("--against", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.rebuild and not arguments.against:
        parser.error("--rebuild needs --against")
    return measure_rebuilds(arguments, arguments.tool) if arguments.rebuild else count_edits(arguments, arguments.tool)


if __name__ == "__main__":
    sys.exit(main())
