"""Calls of generated requests as Swift spells them, read off the generated code."""

import json
import pathlib
import re

import models
import reference
import specs

CALLS = reference.ROOT / "Tests" / "ReferenceTests" / "Calls"


class Request:
    """A generated request type: the properties in the order of its initializer, by their names on the wire."""

    def __init__(self, folder, endpoint):
        name = specs.text(endpoint.get("swiftName") or endpoint["name"])
        self.type = name[0].upper() + name[1:] + "Request"
        self.folder = folder
        self.source = declaration(folder / "Requests", self.type)
        wire = {
            swift: name
            for name, swift in re.findall(r'\$0\.(?:query|form|path|header)\("([^"]+)", \\\.`?(\w+)`?', self.source)
        }
        start = self.source.find("  public init(")
        signature = self.source[start : self.source.find(") {", start)]
        self.properties = [
            (wire[label], label, kind) for label, kind in re.findall(r"`?(\w+)`?: ([^=,\n()]+?)(?= = nil|,|\n|$)", signature)
            if label in wire
        ]

    def raw_type(self, name):
        """Int or String: what a newtype or an enumeration wraps."""
        source = self.source if "." in name else declaration(self.folder / "Models", name)
        start = source.index(f"struct {name.split('.')[-1]}:")
        return re.compile(r"let rawValue: (\w+)").search(source, start)[1]

    def expression(self, kind, value):
        kind = kind.removesuffix("?")
        if kind.startswith("["):
            return "[" + ", ".join(self.expression(kind[1:-1], item) for item in value) + "]"
        if kind == "Bool":
            return "true" if value == "1" else "false"
        if kind == "Date":
            return f"Date(timeIntervalSince1970: {value})"
        if kind == "URL":
            return f"url({literal(value)})"
        if kind in ("Int", "Double"):
            return value
        if kind == "String":
            return literal(value)
        return f".init(rawValue: {value if self.raw_type(kind) == 'Int' else literal(value)})"

    def selection(self, found):
        """`.selecting(…)`, for the parameters that select fields."""
        if "extra" not in found and "fields" not in found:
            return ""
        model = models.Models(self.folder, self.source).model(self.type, "Response")
        paths = lambda names: ", ".join(model.key_path(name.removeprefix("-")) for name in names)
        if "extra" in found:
            return f".selecting(.all, extra: [{paths(found['extra'])}])"
        if found["fields"][0].startswith("-"):
            return f".selecting(.excluding([{paths(found['fields'])}]))"
        return f".selecting([{paths(found['fields'])}])"

    def call(self, found):
        selection = self.selection(found)
        found = {name: value for name, value in found.items() if name not in ("fields", "extra")}
        arguments = [
            f"{label}: {self.expression(kind, found[name])}" for name, label, kind in self.properties if name in found]
        missing = set(found) - {name for name, _, _ in self.properties}
        assert not missing, f"{self.type} has no {missing}"
        return f"{self.type}({', '.join(arguments)}){selection}"


def declaration(folder, name):
    """A type and the extensions that follow it; several types share a file."""
    pattern = re.compile(rf"^public struct {name}:.*?(?=^public |\Z)", re.M | re.S)
    found = (pattern.search(file.read_text()) for file in sorted(folder.rglob("*.swift")))
    return next(match[0] for match in found if match)


def literal(text):
    return json.dumps(text, ensure_ascii=False)


def with_ranges(call):
    """Long lists of consecutive numbers as ranges."""
    call = re.sub(r"\[\d+(?:, \d+)+\]", shorten_plain, call)
    return re.sub(r"\[(?:\.init\(rawValue: \d+\)(?:, )?)+\]", shorten_wrapped, call)


def numbers(text):
    items = [int(n) for n in re.findall(r"\d+", text)]
    return (items[0], items[-1]) if len(items) > 4 and items == list(range(items[0], items[-1] + 1)) else None


def shorten_plain(match):
    found = numbers(match[0])
    return f"Array({found[0]}...{found[1]})" if found else match[0]


def shorten_wrapped(match):
    found = numbers(match[0])
    return f"({found[0]}...{found[1]}).map {{ .init(rawValue: $0) }}" if found else match[0]


HEADER = """\
// Written by Tests/Reference/composition.py.
// swift-format-ignore-file

{imports}

/// Calls of all requests of {module}, minimal, full, hostile, with empty lists and with long ones.
enum {module}Calls: Calls {{
  static let api = "{api}"

  static func client(_ configuration: ClientConfiguration) -> any APIClient {{
    let server = {module}.Server(url: Sender.server, like: .{server})
    return {module}.Client(
      server: server, applicationID: "demo", language: .polish, configuration: configuration)
  }}

  // Some requests are deprecated, which is no matter here.
  @available(*, deprecated)
  static func sendAll(_ send: Sender) async {{
"""


def source(module, sections):
    """The Swift file with the calls of a module, by section."""
    imports = "\n".join(f"import {name}" for name in sorted(["Foundation", "WGNAPIRuntime", module.name]))
    lines = [HEADER.format(
        imports=imports, module=module.name, api=module.name.lower(), server=max(module.servers)).rstrip("\n")]
    lines += [f"    await {section}(send)" for section in sections] + ["  }"]
    for section, statements in sections.items():
        lines += ["", "  @available(*, deprecated)", f"  static func {section}(_ send: Sender) async {{"]
        lines += [*statements, "  }"]
    return "\n".join(lines) + "\n}\n"


def write(dump, cases):
    """Writes the calls of all modules that have specs; `cases` yields those of an API."""
    modules = {m.name: m for m in map(specs.Module, json.loads(pathlib.Path(dump).read_text())["modules"])}
    CALLS.mkdir(parents=True, exist_ok=True)
    for api in filter(lambda api: api.upper() in modules, reference.APIS):
        module, sections = modules[api.upper()], {}
        for case, facts, found in cases(api):
            method = case.split()[0].removeprefix(api + "/")
            request = Request(reference.ROOT / "Generated" / module.name, module.endpoints[method])
            call = with_ranges(request.call(found))
            sections.setdefault(facts["section"], []).append(f"    await send({literal(case)}, {call})")
        (CALLS / f"{module.name}.swift").write_text(source(module, sections))
    return 0
