"""Tries Specs/wgnapi.schema.json and Specs/wgnapi-gen.schema.json: every spec must pass, and every mistake that it can see must not.

The specs on the README and in the guides are for readers who may use other tools, so PyYAML must read them, too.

A folder of Tests/Golden/BadSpecs with a file `schema-rejects` holds a mistake that the schema must find. The others hold
mistakes that only the reader can find, such as unknown names; there the schema must not complain, because an editor would
then show two answers. Cases whose names begin with `yaml-` are no business of the schema.

    pip install jsonschema pyyaml
    python3 Tests/spec_schema.py
"""

import json
import pathlib
import re
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
INTEGER = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def plain(text):
    """A plain scalar as YAML 1.2's core schema reads it, and as editors do: `no` is text."""
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text.lower() in ("true", "false") and text in (text.lower(), text.upper(), text.capitalize()):
        return text.lower() == "true"
    if INTEGER.fullmatch(text):
        return int(text, 0) if text[:2] in ("0x", "0o") else int(text)
    return float(text) if FLOAT.fullmatch(text) else text


def value(node):
    """A node as JSON data, with the keys' texts and merge keys resolved."""
    if isinstance(node, yaml.ScalarNode):
        return plain(node.value) if not node.style else node.value
    if isinstance(node, yaml.SequenceNode):
        return [value(item) for item in node.value]
    result = {}
    for key, item in node.value:
        if key.value == "<<":
            merged = value(item)
            for part in merged if isinstance(merged, list) else [merged]:
                result = {**part, **result}
        else:
            result[key.value] = value(item)
    return result


def mistakes(validator, path):
    """What the schema has to say about a file."""
    # libyaml, as the generator uses it: PyYAML's own parser knows no `?` at the end of a key in braces.
    nodes = yaml.compose_all(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    documents = [value(node) for node in nodes] or [None]
    return [error for document in documents for error in validator.iter_errors(document)]


def foreign_mistakes(path):
    """The specs in a page's code blocks that PyYAML's own parser, which is stricter than libyaml, doesn't read."""
    for block in re.findall(r"^```yaml\n(.*?)^```", path.read_text("utf-8"), re.S | re.M):
        try:
            list(yaml.compose_all(block, Loader=yaml.SafeLoader))
        except yaml.YAMLError as error:
            yield error


def specs(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml"))


def settings_failures():
    """The same for settings, `wgnapi-gen.yaml`, with the mistakes in Tests/Golden/BadSettings."""
    schema = json.loads((ROOT / "Specs/wgnapi-gen.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in [ROOT / "wgnapi-gen.yaml", *sorted((ROOT / "Examples").glob("*/wgnapi-gen.yaml"))]:
        yield from (f"{path}: {error.message[:200]}" for error in mistakes(validator, path))
    settings = re.search(r"^## Settings\n(.*?)^## ", (ROOT / "docs/setup.md").read_text("utf-8"), re.S | re.M)[1]
    for block in re.findall(r"^```yaml\n(.*?)^```", settings, re.S | re.M):
        yield from (f"setup.md: {error.message[:200]}" for error in validator.iter_errors(value(yaml.compose(block))))
    for case in sorted((ROOT / "Tests/Golden/BadSettings").iterdir()):
        if case.name.startswith("yaml-"):
            continue
        found = mistakes(validator, case / "wgnapi-gen.yaml")
        if (case / "schema-rejects").exists() != bool(found):
            yield f"{case.name}: judged otherwise by the schema of settings: {[error.message[:200] for error in found]}"


def main():
    schema = json.loads((ROOT / "Specs/wgnapi.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    # The page of diagnostics shows mistakes.
    failures = [
        f"{page.name}: {error}" for page in pages if page.name != "diagnostics.md" for error in foreign_mistakes(page)
    ]
    for path in specs(ROOT / "Specs") + specs(ROOT / "Tests/Golden/Recipes/Specs") + specs(ROOT / "Tests/Golden/OwnTypes/Specs"):
        for error in mistakes(validator, path):
            best = jsonschema.exceptions.best_match([error])
            failures.append(f"{path}: {best.json_path}: {best.message[:200]}")
    for case in sorted((ROOT / "Tests/Golden/BadSpecs").iterdir()):
        if case.name.startswith("yaml-"):
            continue
        found = [mistakes(validator, path) for path in specs(case / "Specs")]
        rejects = any(found)
        if (case / "schema-rejects").exists() != rejects:
            texts = [error.json_path + ": " + error.message[:200] for errors in found for error in errors]
            verdict = "rejected" if rejects else "accepted"
            failures.append(f"{case.name}: {verdict} by the schema {'; '.join(texts)}")
    for method in schema["$defs"]["endpoint"]["properties"]["methods"]["items"]["enum"]:
        spec = {"wgnapi": 1, "endpoints": {"a": {method: "a/", "response": "any"}}}
        failures += [f"{method}: {error.message[:200]}" for error in validator.iter_errors(spec)]
    failures += settings_failures()
    print("\n".join(failures) or "every spec and every mistake is judged as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
