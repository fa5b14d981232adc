"""Reads exported documents with other tools: openapi-spec-validator, and jsonschema for exported schemas and their examples.

    pip install openapi-spec-validator jsonschema pyyaml
    python3 Tests/exported_documents.py .build/debug/wgnapi-gen
"""

import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
import yaml
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / "Specs"] + sorted(
    path for path in (ROOT / "Tests/Golden").glob("*/Specs") if path.parent.name != "Schemas"
)
VALIDATORS = {"3.1": OpenAPIV31SpecValidator, "3.0": OpenAPIV30SpecValidator}
# libyaml, where PyYAML has it, is several times as fast.
YAMLLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def exported(tool, kind, folder, output, *options):
    """The documents of a folder of specs."""
    command = [tool, "export", kind, folder, "-o", f"{output}/", "--diagnostics", "json", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        yield f"{folder}: {run.stderr[:500]}", None
    for path in sorted(pathlib.Path(output).iterdir()):
        text = path.read_text("utf-8")
        yield path.name, json.loads(text) if path.suffix == ".json" else yaml.load(text, Loader=YAMLLoader)


def example_mistakes(document):
    """What is wrong with the examples of schemas. Values of open enumerations may be others."""
    registry_root = {"$defs": document.get("$defs", {})}
    for name, schema in registry_root["$defs"].items():
        if not isinstance(schema, dict):
            continue
        validator = jsonschema.Draft202012Validator({**schema, **registry_root})
        for example in schema.get("examples", []):
            for error in validator.iter_errors(example):
                yield f"the example of {name}: {error.json_path}: {error.message[:200]}"


def document_mistakes(tool, folder, version):
    """What is wrong with the documents of a folder, and how many there are. In JSON, they are the same."""
    found, documents = [], {}
    for syntax in ("yaml", "json") if version == "3.1" else ("yaml",):
        with tempfile.TemporaryDirectory() as output:
            options = ("--openapi", version, "--format", syntax)
            for name, document in exported(tool, "openapi", folder, output, *options):
                if document is None:
                    found.append(name)
                else:
                    documents.setdefault(name.rsplit(".", 1)[0], {})[syntax] = document
    for name, both in documents.items():
        title = f"{folder.parent.name}/{name} {version}"
        document = both.get("yaml")
        if document != both.get("json", document):
            found.append(f"{title}: isn't the same in YAML and JSON")
        for error in VALIDATORS[version](document).iter_errors():
            path = "/".join(str(part) for part in getattr(error, "absolute_path", []))
            found.append(f"{title}: {path}: {str(error)[:200]}")
    return found, {"documents": sum(len(both) for both in documents.values())}


def schema_mistakes(tool, folder):
    """The same for the models of a folder in JSON Schema."""
    found, counts = [], {"schemas": 0, "examples": 0}
    with tempfile.TemporaryDirectory() as output:
        for name, document in exported(tool, "jsonschema", folder, output):
            if document is None:
                found.append(name)
                continue
            definitions = document.get("$defs", {})
            counts["schemas"] += len(definitions)
            jsonschema.Draft202012Validator.check_schema(document)
            counts["examples"] += sum(
                len(schema.get("examples", [])) for schema in definitions.values() if isinstance(schema, dict))
            found += [f"{folder.parent.name}/{name}: {mistake}" for mistake in example_mistakes(document)]
    return found, counts


def main():
    tool, found, counts = sys.argv[1], [], {}
    with concurrent.futures.ProcessPoolExecutor() as pool:
        checks = [
            pool.submit(document_mistakes, tool, folder, version) for folder in FOLDERS for version in VALIDATORS
        ] + [pool.submit(schema_mistakes, tool, folder) for folder in FOLDERS]
        for check in checks:
            mistakes, numbers = check.result()
            found += mistakes
            for what, number in numbers.items():
                counts[what] = counts.get(what, 0) + number
    print(", ".join(f"{count} {name}" for name, count in counts.items()), file=sys.stderr)
    print("\n".join(found[:60]))
    if len(found) > 60:
        print(f"and {len(found) - 60} more")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
