"""The types of Specs/Bench for the libraries we are compared with, so that all read the same documents into the same shapes."""

import json
import pathlib
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENTS = ["Statistics", "Provinces", "Missions", "Messages", "Tracks", "Names"]


class Type:
    """A type expression of the spec language, as far as these specs use it."""

    def __init__(self, schema):
        self.limits = {}
        text = schema
        if isinstance(schema, dict):
            self.limits = {key: value for key, value in schema.items() if key not in ("type", "description")}
            text = schema["type"]
        self.nullable = text.endswith("?")
        text = text.removesuffix("?")
        self.name, self.element = text, None
        if text.startswith("["):
            self.name, self.element = "list", Type(text[1:-1])
        elif text.startswith("{"):
            self.name, self.element = "map", Type(text[1:-1].split(":")[1].strip())

    def spelled(self, names, list_of, map_of, optional):
        if self.element is None:
            result = names.get(self.name, self.name)
        else:
            inner = self.element.spelled(names, list_of, map_of, optional)
            result = (list_of if self.name == "list" else map_of).format(inner)
        return optional.format(result) if self.nullable else result

    def schema(self):
        if self.name == "list":
            result = {"type": "array", "items": self.element.schema()}
        elif self.name == "map":
            result = {"type": "object", "additionalProperties": self.element.schema()}
        elif self.name in ("integer", "number", "string", "boolean"):
            result = {"type": [self.name, "null"] if self.nullable else self.name} | self.limits
        else:
            result = {"$ref": f"#/$defs/{self.name}"}
        return result


def models():
    spec = yaml.safe_load((HERE / "Specs/Bench/models.yaml").read_text())
    return {
        name: {key: Type(schema) for key, schema in model["properties"].items()}
        for name, model in spec["schemas"].items()
    }


def swift(models):
    names = {"integer": "Int", "number": "Double", "string": "String", "boolean": "Bool"}
    lines = [
        "// Written by peers.py. The structures of Bench, for Foundation's coders, by the names on the wire.",
        "// swift-format-ignore-file",
    ]
    for name, fields in models.items():
        lines += ["", f"public struct {name}: Codable, Sendable {{"]
        lines += [f"  public var {key}: {t.spelled(names, '[{}]', '[String: {}]', '{}?')}" for key, t in fields.items()]
        lines += ["}"]
    return "\n".join(lines) + "\n"


def rust(models):
    names = {"integer": "i64", "number": "f64", "string": "String", "boolean": "bool"}
    lines = []
    for name, fields in models.items():
        lines += ["#[derive(serde::Deserialize, serde::Serialize)]", f"pub struct {name} {{"]
        lines += [
            f"    pub {key}: {t.spelled(names, 'Vec<{}>', 'std::collections::HashMap<String, {}>', 'Option<{}>')},"
            for key, t in fields.items()
        ]
        lines += ["}", ""]
    return "\n".join(lines)


def msgspec(models):
    names = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
    lines = ["import msgspec", ""]
    for name, fields in models.items():
        lines += ["", f"class {name}(msgspec.Struct):"]
        lines += [
            f"    {key}: {t.spelled(names, 'list[{}]', 'dict[str, {}]', '{} | None')!r}" for key, t in fields.items()
        ]
        lines += [""]
    return "\n".join(lines)


def schema(models, document):
    definitions = {
        name: {
            "type": "object",
            "properties": {key: t.schema() for key, t in fields.items()},
            "required": list(fields),
        }
        for name, fields in models.items()
    }
    root = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"#/$defs/{document}"}
    return json.dumps(root | {"$defs": definitions}, indent=1)


def write(folder):
    all_models = models()
    (HERE / "Sources/Plain/Plain.swift").write_text(swift(all_models))
    (folder / "models.rs").write_text(rust(all_models))
    (folder / "models.py").write_text(msgspec(all_models))
    for document in DOCUMENTS:
        (folder / f"{document}.schema.json").write_text(schema(all_models, document + "Document"))


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
