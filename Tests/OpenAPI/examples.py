#!/usr/bin/env python3
"""Reads every example of an answer in whole documents with the code that is generated from them, and writes it again.

    python3 Tests/OpenAPI/examples.py                       # all documents of ../shared/openapi/documents
    python3 Tests/OpenAPI/examples.py github --list         # one of them, with all that differs
    python3 Tests/OpenAPI/examples.py worldoftanks --captured

Prints counts for each document. An example that its own schema refuses is listed with the validator's words; all others
must be read, and be the same when they are written. `--captured` takes the captured answers of World of Tanks in place of
examples. `--folder` keeps what is built.
"""

import argparse
import datetime
import json
import re
import subprocess
import sys
import tempfile

import jsonschema
import openapi_schema_validator

import generated
from generated import Document, Module


def json_answers(document):
    """Name, method, path, status, media type, schema and the media type's own object, of each JSON answer."""
    for method, path, operation, _ in document.operations():
        for status, answer in operation.get("responses", {}).items():
            for media_type, content in (document.resolved(answer).get("content") or {}).items():
                if re.fullmatch(r"application/(.*\+)?json", media_type.split(";")[0].strip()):
                    name = f"{method.upper()} {path} {status} {media_type}"
                    yield name, method, path, str(status), media_type, content


def examples(document):
    """Each example once: name, method, path, status, media type, schema, value."""
    for name, method, path, status, media_type, content in json_answers(document):
        schema = content.get("schema", {})
        found = [("", content["example"])] if "example" in content else []
        for key, example in (content.get("examples") or {}).items():
            example = document.resolved(example)
            if "value" in example:
                found.append((f" '{key}'", example["value"]))
        if not found:
            own = document.resolved(schema)
            found = [("", own["example"])] if "example" in own else []
            found += [(f" {number}", value) for number, value in enumerate(own.get("examples") or [])]
        for suffix, value in found:
            yield name + suffix, method, path, status, media_type, schema, value


def captured(document):
    """The captured answers of World of Tanks, by the document's operations."""
    folder = generated.SHARED / "captured"
    operations = {path.strip("/").replace("/", "_"): (method, path) for method, path, _, _ in document.operations()}
    for file in sorted(folder.glob("wot_*.json")):
        stem = file.stem.removeprefix("wot_")
        key = max((key for key in operations if stem.startswith(key)), key=len, default=None)
        if key is None:
            print(f"  {file.name} belongs to no operation")
            continue
        method, path = operations[key]
        answer = document.resolved(document.root["paths"][path])[method]["responses"]["200"]
        schema = document.resolved(answer)["content"]["application/json"].get("schema", {})
        yield file.stem, method, path, "200", "application/json", schema, json.loads(file.read_text())


class Validator:
    """The schemas of a document, by an implementation that isn't ours."""

    def __init__(self, document):
        kind = openapi_schema_validator.OAS30ReadValidator if document.is_30 else openapi_schema_validator.OAS31Validator
        self.kind = kind
        self.root_schema = {"components": document.root.get("components", {})}

    def problem(self, schema, value):
        """What is wrong with a value; nil if nothing is."""
        whole = {**self.root_schema, **schema} if "$ref" not in schema else {**self.root_schema, "allOf": [schema]}
        try:
            error = jsonschema.exceptions.best_match(self.kind(whole, format_checker=self.kind.FORMAT_CHECKER).iter_errors(value))
        except RecursionError:
            return None
        if error is None:
            return None
        place = "/".join(map(str, error.absolute_path))
        return f"/{place}: {error.message[:160]}"


def same_instant(one, two):
    """Whether two texts are the same date and time, perhaps with other offsets."""
    pattern = r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)"
    if not all(isinstance(text, str) and re.fullmatch(pattern, text) for text in (one, two)):
        return False
    return datetime.datetime.fromisoformat(one.upper()) == datetime.datetime.fromisoformat(two.upper())


def difference(one, two, path=""):
    """The first place where two JSON values differ, and how; nil if they are equal."""
    if same_instant(one, two):
        return None
    if isinstance(one, dict) and isinstance(two, dict):
        for key in one:
            if key not in two:
                return f"{path}/{key}", "null is left out" if one[key] is None else "left out"
            if found := difference(one[key], two[key], f"{path}/{key}"):
                return found
        return next(((f"{path}/{key}", "added") for key in two if key not in one), None)
    if isinstance(one, list) and isinstance(two, list):
        if len(one) != len(two):
            return path, f"{len(one)} elements become {len(two)}"
        pairs = (difference(a, b, f"{path}/{i}") for i, (a, b) in enumerate(zip(one, two)))
        return next(filter(None, pairs), None)
    is_number = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (one, two))
    if one == two and (is_number or type(one) is type(two)):
        return None
    return path, f"{one!r} becomes {two!r}"


def declares(document, schema, value, keys, depth=0):
    """Whether a schema says anything of the member of a value that some keys lead to."""
    schema = document.resolved(schema)
    parts = [part for key in ("allOf", "anyOf", "oneOf") for part in schema.get(key, [])]
    if depth < 20 and any(declares(document, part, value, keys, depth + 1) for part in parts):
        return True
    if not keys:
        return bool(schema)
    if isinstance(value, list):
        return "items" in schema and declares(document, schema["items"], value[int(keys[0])], keys[1:], depth + 1)
    properties = schema.get("properties", {})
    if keys[0] in properties:
        return declares(document, properties[keys[0]], value[keys[0]], keys[1:], depth + 1)
    extra = schema.get("additionalProperties")
    return isinstance(extra, dict) and bool(extra)


def without_undeclared(document, schema, value, written):
    """The value without members that its schema doesn't declare, one by one, as long as these are missing in what was written."""
    count = 0
    while (found := difference(value, written)) and found[1].endswith("left out"):
        keys = found[0].strip("/").split("/")
        if declares(document, schema, value, keys):
            break
        holder = value
        for key in keys[:-1]:
            holder = holder[int(key)] if isinstance(holder, list) else holder[key]
        del holder[keys[-1]]
        count += 1
    return count


def readers(module, names):
    """Swift with a reader for each request. One function that waits for each of them would cost the compiler gigabytes."""
    cases = "".join(f'    table["{name}"] = {{ await outcome({name}.self, $0) }}\n' for name in sorted(names))
    return (
        f"import {module.name}\n\n@available(*, deprecated)\n"
        "func makeReaders() -> [String: @Sendable (Sample) async -> Outcome] {\n"
        f"  var table: [String: @Sendable (Sample) async -> Outcome] = [:]\n{cases}  return table\n}}\n")


def status_code(text):
    return {"default": 500}.get(text) or int(text.lower().replace("xx", "00"))


def run(path, arguments, folder):
    document = Document(path)
    samples = list((captured if arguments.captured else examples)(document))
    print(f"{path.name}: {len(samples)} {'captured answers' if arguments.captured else 'examples of answers'}")
    if not samples:
        return 0
    module = Module(folder, document, generated.tool())
    validator = Validator(document)
    lines, refused, values, schemas = [], {}, {}, {}
    for name, method, place, status, media_type, schema, value in samples:
        request = module.request(method, place)
        body = json.dumps(value, ensure_ascii=False, default=str)
        values[name], schemas[name] = json.loads(body), schema
        problem = validator.problem(schema, values[name])
        if problem:
            refused[name] = problem
        lines.append({
            "name": name, "request": request or "", "status": status_code(status), "mediaType": media_type, "body": body})
    source = (generated.ROOT / "Tests/OpenAPI/Responses.swift").read_text()
    program = module.build("answers", {
        "Responses.swift": source, "Readers.swift": readers(module, {line["request"] for line in lines} - {""})})
    file = module.folder / "samples.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    output = subprocess.run([program, file], check=True, capture_output=True, text=True).stdout
    outcomes = {one["name"]: one for one in map(json.loads, output.splitlines())}
    return report(document, values, schemas, outcomes, refused, arguments.list)


def report(document, values, schemas, outcomes, refused, lists_all):
    equal, other, failed, shortened = 0, [], [], []
    for name, value in values.items():
        outcome = outcomes[name]
        problem = outcome.get("error") or (None if "written" in outcome else "the value has no form in JSON")
        written = None if problem else json.loads(outcome["written"])
        if not problem and (count := without_undeclared(document, schemas[name], value, written)):
            shortened.append((name, count))
        found = None if problem else difference(value, written)
        if not problem and not found:
            equal += 1
        elif name in refused:
            other.append((name, problem or f"{found[0]}: {found[1]}"))
        else:
            failed.append((name, problem or f"{found[0]}: {found[1]}"))
    print(f"  {equal} are read, and are the same when they are written")
    for name, count in shortened:
        print(f"    without {count} members that the schema doesn't declare: {name}")
    print(f"  {len(refused)} are refused by their own schemas; {len(refused) - len(other)} of these are read all the same")
    silent = [name for name in refused if not outcomes[name]["violations"] and not outcomes[name].get("error")]
    print(f"  {len(refused) - len(silent)} of these are reported by the generated code, too")
    reported = [name for name in values if name not in refused and outcomes[name]["violations"]]
    print(f"  {len(failed)} others aren't read, or differ; {len(reported)} others have violations")
    if lists_all:
        for name, problem in refused.items():
            print(f"  refused: {name}\n    {problem}\n    generated code: "
                  f"{outcomes[name].get('error') or outcomes[name]['violations'][:1] or 'nothing'}")
        for name in reported:
            print(f"  reported: {name}\n    {outcomes[name]['violations'][0]}")
    for name, problem in failed:
        print(f"  FAILED {name}\n    {problem}")
    return len(failed) + len(reported)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--captured", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        wrong = [run(path, arguments, arguments.folder or temporary) for path in generated.documents(arguments.documents)]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
