#!/usr/bin/env python3
"""Documents whose objects say which keys may be there together: generated tests and the mock server, against `jsonschema`.

    python3 Tests/OpenAPI/presence.py                      # a few random documents
    python3 Tests/OpenAPI/presence.py --seed 7 --rounds 20

Each document has random objects with `anyOf`, `oneOf`, `not`, `dependentRequired`, `dependentSchemas`, `if` and counts of
keys. Three things are compared with what `jsonschema` says of the same schemas:

- every answer of the mock server is valid;
- the mock server refuses a random body if and only if it isn't valid;
- every body and model in generated tests is valid, and each object has one, as long as there is a valid object.

Needs a built `wgnapi-gen`, and `jsonschema` from PyPI, and no data. Exits with 1 if anything differs.
"""

import argparse
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import jsonschema

import generated

KINDS = ["card", "bank", "cash"]
PROPERTIES = {
    "a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "boolean"}, "d": {"type": "string", "minLength": 2},
    "e": {"type": "array", "items": {"type": "integer"}}, "f": {"type": "number"}, "kind": {"type": "string", "enum": KINDS},
    "note": {"type": "string"},
}
VALUES = {
    "a": ["x", ""], "b": [1, 0], "c": [True, False], "d": ["xy"], "e": [[], [1]], "f": [0.5, 2], "kind": KINDS,
    "note": ["card", "x"],
}


class Maker:
    """Random objects whose conditions name their properties."""

    def __init__(self, generator):
        self.random = generator

    def group(self, names):
        return {"required": self.random.sample(names, self.random.choice([1, 1, 2]))}

    def choice(self, names):
        key = self.random.choice(["anyOf", "oneOf"])
        return {key: [self.group(names) for _ in range(self.random.randint(2, 4))]}

    def tagged(self, names):
        """Alternatives for the values of a property."""
        name = self.random.choice(["kind", "note"])
        values = self.random.sample(KINDS, 2)
        return {self.random.choice(["anyOf", "oneOf"]): [
            {"properties": {name: {"const": value}}, "required": [name] + self.random.sample(names, 1)} for value in values]}

    def dependent(self, names):
        first, *others = self.random.sample(names, 3)
        return {"dependentRequired": {first: others[:self.random.randint(1, 2)], others[0]: [others[1]]}}

    def schemas(self, names):
        first, *others = self.random.sample(names, 3)
        return {"dependentSchemas": {first: self.random.choice([{"required": others}, {"not": {"required": others[:1]}}])}}

    def condition(self, names):
        test = self.random.choice([
            self.group(names), {"properties": {"kind": {"const": self.random.choice(KINDS)}}, "required": ["kind"]}])
        found = {"if": test, "then": self.group(names)}
        if self.random.random() < 0.6:
            found["else"] = self.random.choice([self.group(names), {"not": self.group(names)}])
        return found

    def exclusive(self, names):
        return {"not": {"required": self.random.sample(names, 2)}}

    def counts(self, names):
        low = self.random.randint(1, 3)
        return {"minProperties": low, "maxProperties": low + self.random.randint(0, 2)}

    def schema(self):
        names = self.random.sample(sorted(PROPERTIES), self.random.randint(3, 6))
        names = sorted(set(names) | {"kind", "note"})
        found = {"type": "object", "properties": {name: PROPERTIES[name] for name in names}}
        required = [name for name in names if self.random.random() < 0.15]
        if required:
            found["required"] = required
        kinds = [
            self.choice, self.choice, self.choice, self.tagged, self.dependent, self.schemas, self.condition, self.exclusive,
            self.counts]
        parts = [make(names) for make in self.random.sample(kinds, self.random.choice([1, 1, 1, 2, 2, 3]))]
        for part in parts:
            if part.keys() & found.keys() or self.random.random() < 0.2:
                found.setdefault("allOf", []).append(part)
            else:
                found.update(part)
        return found

    def values(self, schema, count):
        for _ in range(count):
            names = [name for name in schema["properties"] if self.random.random() < self.random.choice([0.3, 0.6])]
            yield {name: self.random.choice(VALUES[name]) for name in names + schema.get("required", [])}


def is_possible(schema):
    """Whether there is a valid object."""
    names = list(schema["properties"])
    check = jsonschema.Draft202012Validator(schema)
    for count in range(len(names) + 1):
        for chosen in itertools.combinations(names, count):
            tagged = [name for name in chosen if name in ("kind", "note")]
            for values in itertools.product(KINDS, repeat=len(tagged)):
                value = {name: VALUES[name][0] for name in chosen} | dict(zip(tagged, values))
                if check.is_valid(value):
                    return True
    return False


def document(schemas):
    paths = {}
    for name in schemas:
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        paths[f"/{name}"] = {
            "get": {"operationId": f"get{name}", "responses": {"200": {"description": "OK", "content": content}}},
            "post": {
                "operationId": f"post{name}", "requestBody": {"required": True, "content": content},
                "responses": {"204": {"description": "OK"}}},
        }
    return {
        "openapi": "3.1.0", "info": {"title": "Presence", "version": "1"}, "servers": [{"url": "https://a.example"}],
        "paths": paths, "components": {"schemas": schemas}}


def ask(url, body=None):
    request = urllib.request.Request(
        url, data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def served(tool, path, schemas, possible, generator):
    """Differences between the mock server and the schemas."""
    server = subprocess.Popen(
        [str(tool), "mock", str(path), "--port", "0", "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    try:
        url = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        if not url:
            yield "the mock server didn't start"
            return
        for name, schema in schemas.items():
            check = jsonschema.Draft202012Validator(schema)
            status, text = ask(f"{url[0]}/{name}")
            if name in possible and (status != 200 or not check.is_valid(json.loads(text))):
                yield f"{name}: the mock server answers {status} {text}"
            for value in Maker(generator).values(schema, 12):
                status, text = ask(f"{url[0]}/{name}", value)
                if (status == 204) != check.is_valid(value):
                    yield f"{name}: the mock server answers {status} to {json.dumps(value)}: {text[:200]}"
    finally:
        server.kill()
        server.wait()


def tested(folder, schemas, possible):
    """Bodies and models in generated tests that aren't valid, and objects without any."""
    found = {(name, kind): [] for name in possible for kind in ("body", "model")}
    for file in sorted(folder.rglob("*.swift")):
        text = file.read_text()
        for name, literal in re.findall(r'Post(S\d+)Request\(payload: sampleValue\(("(?:[^"\\]|\\.)*")\)', text):
            found.setdefault((name, "body"), []).append(json.loads(json.loads(literal)))
        for sample in text.split("ModelSample(")[1:]:
            if name := re.match(r'\s*"(S\d+)"', sample):
                examples = sample.partition("examples: [")[2].partition("]),")[0].partition("breaches:")[0]
                found.setdefault((name[1], "model"), []).extend(map(json.loads, re.findall(r'#"(.*)"#', examples)))
    for (name, kind), values in found.items():
        if name not in schemas:
            continue
        check = jsonschema.Draft202012Validator(schemas[name])
        if not values:
            yield f"{name}: no {kind} is tested"
        for value in values:
            if not check.is_valid(value):
                yield f"{name}: the {kind} {json.dumps(value)} isn't valid"


def run(tool, seed, count, folder):
    generator = random.Random(seed)
    maker = Maker(generator)
    schemas = {f"S{number}": maker.schema() for number in range(count)}
    possible = [name for name, schema in schemas.items() if is_possible(schema)]
    path = folder / "presence.json"
    # Each schema in a line of its own, by which warnings name it.
    lines = json.dumps(document({name: name for name in schemas}))
    for name, schema in schemas.items():
        lines = lines.replace(f'"{name}": "{name}"', f'\n"{name}": {json.dumps(schema)}')
    path.write_text(lines)
    done = subprocess.run(
        [str(tool), str(path), "-o", str(folder / "Generated"), "--tests", str(folder / "Tests"), "--prune"],
        capture_output=True, text=True)
    if done.returncode:
        return [f"the generator failed: {done.stderr[-500:]}"]
    # What the generator says that it doesn't check.
    names = dict(enumerate(schemas, start=2))
    for line in re.findall(r"presence\.json:(\d+):\d+: warning: .*\[left-out\]", done.stderr):
        unchecked = names[int(line)]
        schemas.pop(unchecked, None)
    possible = [name for name in possible if name in schemas]
    wrong = [*served(tool, path, schemas, possible, generator), *tested(folder / "Tests", schemas, possible)]
    print(f"seed {seed}: {len(schemas)} of {count} objects are checked, {len(possible)} are possible, {len(wrong)} differences")
    for line in wrong:
        print(f"  WRONG {line}\n        {json.dumps(schemas[line.split(':')[0]]) if line[0] == 'S' else ''}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--objects", type=int, default=20)
    arguments = parser.parse_args()
    tool = generated.tool()
    wrong = []
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            wrong += run(tool, seed, arguments.objects, pathlib.Path(folder))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
