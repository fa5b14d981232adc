"""Reads exported documents with other tools: openapi-spec-validator, and jsonschema for exported schemas and their examples.

    pip install openapi-spec-validator jsonschema pyyaml
    python3 Tests/exported_documents.py .build/debug/wgnapi-gen
"""

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


def exported(tool, kind, folder, output, *options):
    """The documents of a folder of specs."""
    command = [tool, "export", kind, folder, "-o", f"{output}/", "--diagnostics", "json", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        yield f"{folder}: {run.stderr[:500]}", None
    for path in sorted(pathlib.Path(output).iterdir()):
        text = path.read_text("utf-8")
        yield path.name, json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)


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


def mistakes(tool):
    counts = {"documents": 0, "schemas": 0, "examples": 0}
    for folder in FOLDERS:
        for version, validator in (("3.1", OpenAPIV31SpecValidator), ("3.0", OpenAPIV30SpecValidator)):
            for syntax in ("yaml", "json"):
                with tempfile.TemporaryDirectory() as output:
                    options = ("--openapi", version, "--format", syntax)
                    for name, document in exported(tool, "openapi", folder, output, *options):
                        if document is None:
                            yield name
                            continue
                        counts["documents"] += 1
                        for error in validator(document).iter_errors():
                            path = "/".join(str(part) for part in getattr(error, "absolute_path", []))
                            yield f"{folder.parent.name}/{name} {version}: {path}: {str(error)[:200]}"
        with tempfile.TemporaryDirectory() as output:
            for name, document in exported(tool, "jsonschema", folder, output):
                if document is None:
                    yield name
                    continue
                counts["schemas"] += len(document.get("$defs", {}))
                jsonschema.Draft202012Validator.check_schema(document)
                counts["examples"] += sum(
                    len(schema.get("examples", [])) for schema in document.get("$defs", {}).values()
                    if isinstance(schema, dict))
                for mistake in example_mistakes(document):
                    yield f"{folder.parent.name}/{name}: {mistake}"
    print(", ".join(f"{count} {name}" for name, count in counts.items()), file=sys.stderr)


found = list(mistakes(sys.argv[1]))
print("\n".join(found[:60]))
if len(found) > 60:
    print(f"and {len(found) - 60} more")
sys.exit(1 if found else 0)
