#!/usr/bin/env python3
"""Composes the requests of whole documents a second time, from the documents alone, and compares.

    python3 Tests/OpenAPI/requests.py                             # those beside this script, World of Tanks, Spotify
    python3 Tests/OpenAPI/requests.py forms --rounds 20           # every way to write forms and multipart bodies
    python3 Tests/OpenAPI/requests.py collections --rounds 20     # the same of Swagger 2.0
    python3 Tests/OpenAPI/requests.py github --rounds 3 --seed 7

Each operation is called with random arguments that its schemas accept. Only the names of the properties come from the
generated code; values are passed to it as JSON, and what it sends is compared with what the document says: method, server,
path, query, header fields, body and credentials. Exits with 1 if anything differs.
"""

import argparse
import base64
import json
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse

import generated
from examples import Validator, difference
from generated import Document, Module

WORDS = ["abc", "Ёж", "a b", "x&y=z", "50%", "c+d", "e/f", "#g?", "\"q\"", "it's", "k;l", "[m]", "n,o", "日本"]
OWN_FIELDS = ["accept", "content-type", "authorization"]


class Generator:
    """Random values that schemas accept."""

    def __init__(self, document, generator):
        self.document, self.random = document, generator

    def value(self, schema, depth=0, plain=False):
        schema = self.document.resolved(schema) if schema else {}
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            values = [value for value in schema["enum"] if value is not None]
            return self.random.choice(values) if values else None
        for key in ("oneOf", "anyOf"):
            # Null beside the others, also as `{nullable: true}` alone: such values are left out instead.
            if found := [part for part in schema.get(key, []) if part != {"nullable": True} and part.get("type") != "null" and part.get("enum") != [None]]:
                return self.value(self.random.choice(found), depth, plain)
        if "allOf" in schema:
            merged = {key: value for key, value in schema.items() if key != "allOf"}
            for part in map(self.document.resolved, schema["allOf"]):
                for key, value in part.items():
                    is_table = isinstance(value, dict) and isinstance(merged.get(key), dict)
                    merged[key] = {**merged[key], **value} if is_table else value
            return self.value(merged, depth, plain)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.random.choice([name for name in kind if name != "null"] or ["null"])
        kind = kind or ("object" if "properties" in schema else "array" if "items" in schema else "string")
        return getattr(self, kind)(schema, depth, plain)

    def null(self, schema, depth, plain):
        return None

    def boolean(self, schema, depth, plain):
        return self.random.random() < 0.5

    def integer(self, schema, depth, plain):
        low = schema.get("minimum", 0)
        high = schema.get("maximum", 2**31 - 1)
        return self.random.randint(int(low), max(int(low), int(high)))

    def number(self, schema, depth, plain):
        low, high = schema.get("minimum", -100), schema.get("maximum", 1000)
        return low + (high - low) * self.random.randint(0, 16) / 16

    def string(self, schema, depth, plain):
        kind = schema.get("format")
        if kind == "date":
            return f"20{self.random.randint(10, 26)}-0{self.random.randint(1, 9)}-1{self.random.randint(0, 9)}"
        if kind == "date-time":
            return f"2025-0{self.random.randint(1, 9)}-01T10:00:0{self.random.randint(0, 9)}Z"
        if kind in ("uri", "url"):
            return f"https://example.com/a?b={self.random.randint(0, 99)}&c=%20#d"
        if kind == "uuid":
            return f"123e4567-e89b-12d3-a456-4266141740{self.random.randint(10, 99)}"
        if "base64" in (kind, schema.get("contentEncoding")) or kind == "byte":
            return base64.b64encode(self.random.choice(WORDS).encode()).decode()
        if "pattern" in schema and "example" in schema:
            return schema["example"]
        digits = str(self.random.randint(1, 10**18))
        if "pattern" in schema and re.search(schema["pattern"], digits):
            return digits
        count = self.random.randint(1, 3)
        words = ["abc", "x-y", "Z9"] if plain else WORDS
        text = "".join(self.random.choice(words) for _ in range(count))
        text = text.ljust(schema.get("minLength", 0), "z")
        return text[: schema.get("maxLength", 200)]

    def array(self, schema, depth, plain):
        low = schema.get("minItems", 1)
        count = self.random.randint(max(low, 1), max(low, min(schema.get("maxItems", 3), low + 3), 1))
        found = []
        for _ in range(count if depth < 6 else low):
            value = self.value(schema.get("items"), depth + 1, plain)
            if value not in found or not schema.get("uniqueItems"):
                found.append(value)
        return found

    def object(self, schema, depth, plain):
        found = {}
        for name, member in schema.get("properties", {}).items():
            member_schema = self.document.resolved(member)
            if member_schema.get("readOnly"):
                continue
            if name in schema.get("required", []) or depth < 5 and self.random.random() < 0.6:
                found[name] = self.value(member, depth + 1, plain)
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and not schema.get("properties"):
            for name in self.random.sample(["k", "l m", "n"], 2):
                found[name] = self.value(extra, depth + 1, plain)
        return found


def text(value):
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)


def quoted(value):
    return urllib.parse.quote(text(value), safe="")


def bare(media_type):
    """A media type without white space and its character set."""
    parts = [part.strip() for part in media_type.split(";")]
    return ";".join([parts[0].lower()] + [part for part in parts[1:] if not part.lower().startswith("charset=")])


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def form_fields(name, value, encoding):
    """The fields of a form that one property makes (OpenAPI 3.1.1, "Encoding Object")."""
    key = quoted(name)
    if not {"style", "explode", "allowReserved"} & encoding.keys():
        if isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value):
            if encoding.get("contentType", "").startswith("application/json"):
                return [f"{key}={quoted(compact(value))}"]
            return [f"{key}={quoted(item)}" for item in value]
        return [f"{key}={quoted(compact(value) if isinstance(value, (dict, list)) else value)}"]
    safe = "/:@!$'()*,;=?" if encoding.get("allowReserved") else ""
    encode = lambda item: urllib.parse.quote(text(item), safe=safe)
    style = encoding.get("style", "form")
    explode = encoding.get("explode", style == "form")
    if style == "deepObject":
        return [f"{quoted(path)}={encode(item)}" for path, item in deep(name, value)]
    if isinstance(value, list) and explode:
        return [f"{key}={encode(item)}" for item in value]
    if isinstance(value, dict) and explode:
        return [f"{quoted(member)}={encode(item)}" for member, item in value.items()]
    separator = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}.get(style, ",")
    parts = [part for pair in value.items() for part in pair] if isinstance(value, dict) else value
    return [f"{key}={separator.join(map(encode, parts)) if isinstance(parts, list) else encode(parts)}"]


def part_fields(name, value, encoding, has_styles):
    """The name, media type and content of the parts that one property makes, unless it is a file."""
    if has_styles and {"style", "explode", "allowReserved"} & encoding.keys():
        # As in a form, but not percent-encoded.
        fields = [field.partition("=") for field in form_fields(name, value, {**encoding, "allowReserved": False})]
        return [(*(urllib.parse.unquote(part) for part in (key, "", item)),) for key, _, item in fields]
    type = encoding.get("contentType", "")
    is_list = isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value)
    if isinstance(value, (dict, list)) and (not is_list or "json" in type):
        return [(name, type or "application/json", compact(value))]
    return [(name, "", text(item)) for item in (value if is_list else [value])]


def read_parts(body, boundary):
    """The name, file's name, media type and content of each part (RFC 7578)."""
    pieces = ("\r\n" + body).split(f"\r\n--{boundary}")
    if pieces[0] or pieces[-1] != "--\r\n":
        return None
    found = []
    for piece in pieces[1:-1]:
        head, _, content = piece.removeprefix("\r\n").partition("\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.split("\r\n"))
        names = dict(re.findall(r'; (name|filename)="([^"]*)"', fields.get("Content-Disposition", "")))
        found.append((names.get("name"), names.get("filename"), fields.get("Content-Type", ""), content))
    return found


def deep(name, value):
    if isinstance(value, dict):
        return [pair for key, item in value.items() for pair in deep(f"{name}[{key}]", item)]
    if isinstance(value, list):
        nested = any(isinstance(item, (dict, list)) for item in value)
        return [pair for index, item in enumerate(value) for pair in deep(f"{name}[{index if nested else ''}]", item)]
    return [(name, "" if value is None else value)]


class Case:
    """One operation with arguments, and what it sends."""

    def __init__(self, document, generator, method, path, operation, item, number):
        self.document, self.generator = document, generator
        self.method, self.path = method, path
        self.name = f"{method.upper()} {path} {number}"
        self.operation = operation
        self.arguments, self.body, self.media_type = {}, None, None
        self.problem = None
        validator = Validator(document)
        parameters = {}
        for written in item.get("parameters", []) + operation.get("parameters", []):
            parameter = document.resolved(written)
            parameters[parameter["in"], parameter["name"]] = parameter
        self.parameters = [
            parameter for (place, name), parameter in parameters.items()
            if not (place == "header" and name.lower() in OWN_FIELDS)]
        for parameter in self.parameters:
            is_required = parameter.get("required") or parameter["in"] == "path"
            if is_required or number > 0 and generator.random.random() < 0.6:
                schema = parameter.get("schema", {})
                value = self.accepted(schema, validator, plain=parameter["in"] == "header")
                if value is not None and self.is_sendable(parameter, value):
                    self.arguments[parameter["in"], parameter["name"]] = value
                elif is_required:
                    self.problem = f"no value for {parameter['name']}"
        self.take_body(validator)

    def accepted(self, schema, validator, plain=False):
        for _ in range(30):
            value = self.generator.value(schema, plain=plain)
            if validator.problem(schema, value) is None:
                return value
        return None

    def accepted_parts(self, schema, validator):
        """The values of parts by name; those of files are their content."""
        found = {}
        schema = self.document.resolved(schema)
        for name, member in schema.get("properties", {}).items():
            if name not in schema.get("required", []) and self.generator.random.random() < 0.4:
                continue
            found[name] = self.accepted(member, validator)
            if found[name] is None:
                return None
        return found

    @property
    def encoding(self):
        content = self.document.resolved(self.operation["requestBody"])["content"][self.media_type]
        return content.get("encoding", {})

    @property
    def offers_parts(self):
        """Whether the first body that the operation offers is multipart."""
        content = self.document.resolved(self.operation.get("requestBody", {})).get("content") or {}
        return next(iter(content), "").startswith("multipart/form-data")

    def part_schema(self, name):
        content = self.document.resolved(self.operation["requestBody"])["content"][self.media_type]
        return self.document.resolved(self.document.resolved(content["schema"])["properties"][name])

    def is_file(self, name):
        """Whether a part is a file, or a list of them: also one whose media type says how it is written, such as XML."""
        schema, encoding = self.part_schema(name), self.encoding.get(name, {})
        if self.document.resolved(schema.get("items", schema)).get("format") == "binary":
            return True
        if self.document.has_part_styles and {"style", "explode", "allowReserved"} & encoding.keys():
            return False
        type = bare(encoding.get("contentType", "text/plain").split(",")[0]).split(";")[0]
        if schema.get("type") == "string":
            return type != "text/plain" and "*" not in type
        is_value = schema.get("type") in ("integer", "number", "boolean")
        return not is_value and type != "text/plain" and "json" not in type

    def files(self, name):
        """The contents of a part's files."""
        value = self.body[name]
        is_list = self.part_schema(name).get("type") == "array"
        return [item if isinstance(item, str) else compact(item) for item in (value if is_list else [value])]

    @staticmethod
    def is_sendable(parameter, value):
        elements = value if isinstance(value, list) else [value]
        # A header's list has no way to say a comma, and an element that is an object has none at all.
        return not any(isinstance(element, (dict, list)) for element in elements) and not (
            parameter["in"] == "header" and any("," in text(element) for element in elements))

    def take_body(self, validator):
        body = self.document.resolved(self.operation.get("requestBody", {}))
        if self.method in ("get", "head", "trace") or not body.get("content"):
            return
        if not body.get("required") and self.generator.random.random() < 0.3:
            return
        self.media_type, content = next(iter(body["content"].items()))
        schema = content.get("schema", {})
        if self.media_type in ("application/json", "application/x-www-form-urlencoded"):
            self.body = self.accepted(schema, validator)
            if self.body is None:
                self.problem = "no body is accepted"
        elif self.media_type == "multipart/form-data":
            self.body = self.accepted_parts(schema, validator)
            if self.body is None:
                self.problem = "no parts are accepted"
        elif "multipart" in self.media_type:
            self.problem = "a multipart body"
        else:
            self.body = "bytes or text"

    # What is sent.

    def style(self, parameter):
        usual = "form" if parameter["in"] in ("query", "cookie") else "simple"
        style = parameter.get("style", usual)
        return style, parameter.get("explode", style == "form")

    def pairs(self, parameter, value):
        """The parts of a query that one parameter makes."""
        name = quoted(parameter["name"])
        style, explode = self.style(parameter)
        separator = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}.get(style, ",")
        if isinstance(value, list):
            if style == "deepObject":
                return [f"{quoted(parameter['name'] + '[]')}={quoted(item)}" for item in value]
            if explode:
                return [f"{name}={quoted(item)}" for item in value]
            return [f"{name}={separator.join(map(quoted, value))}"]
        return [f"{name}={quoted(value)}"]

    def url(self):
        server = self.operation.get("servers", self.document.root["servers"])[0]
        url = server["url"]
        for name, variable in server.get("variables", {}).items():
            url = url.replace("{" + name + "}", variable["default"])
        path = self.path
        query = []
        for parameter in self.parameters:
            value = self.arguments.get((parameter["in"], parameter["name"]))
            if value is None:
                continue
            if parameter["in"] == "path":
                joined = ",".join(map(quoted, value if isinstance(value, list) else [value]))
                path = path.replace("{" + parameter["name"] + "}", joined)
            elif parameter["in"] == "query":
                query += self.pairs(parameter, value)
        return url.rstrip("/") + path, query

    def credentials(self):
        """Header fields and parts of the query that prove who asks."""
        security = self.operation.get("security", self.document.root.get("security"))
        # Order means nothing: the client has all credentials, so it sends the most that it can.
        most = max(map(len, security or [{}]))
        names = next((names for names in security or [{}] if len(names) == most), {})
        schemes = self.document.root.get("components", {}).get("securitySchemes", {})
        fields, query = {}, []
        for name in names:
            scheme = self.document.resolved(schemes[name])
            if scheme["type"] == "apiKey" and scheme["in"] == "query":
                query.append(f"{scheme['name']}=secret")
            elif scheme["type"] == "apiKey":
                fields[scheme["name"].lower()] = "secret"
            else:
                fields["authorization"] = "Bearer secret"
        return fields, query

    def problems(self, sent):
        if "refused" in sent:
            yield f"refused: {sent['refused'][:200]}"
            return
        address, query = self.url()
        fields, secrets = self.credentials()
        if sent["method"] != self.method.upper():
            yield f"method {sent['method']}"
        found, _, found_query = sent["url"].partition("?")
        if found != address:
            yield f"{found} instead of {address}"
        sent_pairs = found_query.split("&")
        differences = set(filter(None, sent_pairs)) ^ set(query + secrets)
        if differences or len(sent_pairs) != max(len(query + secrets), 1):
            yield f"query {sorted(differences)}"
        for parameter in self.parameters:
            value = self.arguments.get(("header", parameter["name"]))
            if parameter["in"] == "header" and value is not None:
                fields[parameter["name"].lower()] = ",".join(map(text, value if isinstance(value, list) else [value]))
        for name, value in fields.items():
            if sent.get(f"field {name}") != value:
                yield f"header {name}: {sent.get(f'field {name}')!r} instead of {value!r}"
        if "authorization" not in fields and "field authorization" in sent:
            yield "sends credentials"
        yield from self.body_problems(sent)

    def body_problems(self, sent):
        type = sent.get("field content-type")
        if self.body is None:
            # A multipart body has optional parts instead of being optional (docs/requests.md): without any, nothing but its end is sent.
            if self.offers_parts and type and read_parts(sent["body"], type.partition("; boundary=")[2]) == []:
                return
            if sent["body"] or type:
                yield f"sends the body {sent['body']!r} as {type}"
            return
        if self.media_type == "multipart/form-data":
            yield from self.part_problems(type or "", sent["body"])
            return
        expected_type = "image/png" if self.media_type == "image/*" else self.media_type.replace("*/*", "application/octet-stream")
        if bare(type or "") != bare(expected_type):
            yield f"content type {type} instead of {self.media_type}"
        if self.media_type == "application/json":
            if found := difference(self.body, json.loads(sent["body"])):
                yield f"body at {found[0]}: {found[1]}"
        elif self.media_type == "application/x-www-form-urlencoded":
            encoding = self.encoding
            expected = [
                field for name, value in self.body.items() for field in form_fields(name, value, encoding.get(name, {}))]
            if sorted(expected) != sorted(filter(None, sent["body"].replace("+", "%20").split("&"))):
                yield f"form {sent['body']} instead of {expected}"
        elif sent["body"] != self.body:
            yield f"body {sent['body']!r}"


    def part_problems(self, type, body):
        essence, _, boundary = type.partition("; boundary=")
        found = read_parts(body, boundary) if essence == "multipart/form-data" else None
        if found is None:
            yield f"{type} isn't a multipart body: {body!r}"
            return
        expected = []
        for name, value in self.body.items():
            # Browsers escape these characters (HTML Standard, "multipart/form-data encoding algorithm").
            written = name.replace('"', "%22")
            encoding = self.encoding.get(name, {})
            if self.is_file(name):
                type = encoding.get("contentType", "application/octet-stream")
                expected += [(written, "file.bin", type, content) for content in self.files(name)]
            else:
                expected += [
                    (key.replace('"', "%22"), None, *part)
                    for key, *part in part_fields(name, value, encoding, self.document.has_part_styles)]
        if sorted(map(str, found)) != sorted(map(str, expected)):
            yield f"parts {found} instead of {expected}"


def raw(text):
    """A Swift literal in which nothing has a meaning."""
    marks = "#" * (1 + max((len(run) for run in re.findall(r"\"(#+)", text)), default=0))
    return f'{marks}"{text}"{marks}'


def call(module, case):
    """The case in Swift."""
    request = module.request(case.method, case.path)
    if request is None:
        return None
    source = module.sources[request]
    labels = {
        (place, name): label
        for place, name, label in re.findall(r'\$0\.(query|path|header|cookie)\(\s*"([^"]+)",\s*\\\.`?(\w+)`?', source)}
    parts = {
        json.loads(name): label for name, label in re.findall(r'\$0\.(?:part|filePart)\(\s*("(?:[^"\\]|\\.)*"),\s*\\\.`?(\w+)`?', source)}
    start = source.find("  public init(")
    order = re.findall(r"`?(\w+)`?: ", source[start:source.find(") {", start)])
    values = {labels[key]: value for key, value in case.arguments.items() if key in labels}
    missing = [key for key in case.arguments if key not in labels]
    if missing and not all(f'$0.constant("{name}"' in source.replace("\n      ", "") for _, name in missing):
        return f'  await send({raw(case.name)}) {{ throw Missing("{missing[0][1]}") }}\n'
    texts = {label: f"try value({raw(json.dumps(value, ensure_ascii=False))})" for label, value in values.items()}
    if case.media_type == "multipart/form-data" and case.body is not None:
        for name, value in case.body.items():
            if name not in parts:
                return f'  await send({raw(case.name)}) {{ throw Missing({json.dumps(name, ensure_ascii=False)}) }}\n'
            files = [
                f'FilePart(Array({raw(content)}.utf8), filename: "file.bin")' for content in case.files(name)
            ] if case.is_file(name) else None
            texts[parts[name]] = (
                f"try value({raw(json.dumps(value, ensure_ascii=False))})" if files is None
                else f"[{', '.join(files)}]" if isinstance(value, list) else files[0])
    elif case.body is not None:
        is_model = case.media_type in ("application/json", "application/x-www-form-urlencoded")
        body = raw(json.dumps(case.body, ensure_ascii=False))
        # Of several media types, each has its own.
        type = re.escape(case.media_type) if "Payload: Hashable, Sendable {" in source else ""
        is_text = re.search(r'\$0\.text\(\s*\\\.payload,\s*mediaType: "' + type, source)
        texts["payload"] = (
            f"try value({body})" if is_model else raw(case.body) if is_text else f"Array({raw(case.body)}.utf8)")
        if "payload: FilePart" in source:
            texts["payload"] = f"FilePart(.bytes({texts['payload']}))"
        if "Payload: Hashable, Sendable {" in source:
            cases = dict(re.findall(r'mediaType: "([^"]+)",\s*of: \{ if case \.`?(\w+)`?\(', source))
            usual = "json" if is_model else "text"
            texts["payload"] = f".{cases.get(case.media_type, usual)}({texts['payload']})"
    arguments = ", ".join(f"{label}: {texts[label]}" for label in order if label in texts)
    return f"  await send({raw(case.name)}) {{ {request}({arguments}) }}\n"


def calls(module, document, cases):
    groups = [cases[index:index + 20] for index in range(0, len(cases), 20)]
    functions = "".join(
        f"@available(*, deprecated)\nprivate func send{index}(_ send: Sender) async {{\n{''.join(group)}}}\n\n"
        for index, group in enumerate(groups))
    schemes = document.root.get("components", {}).get("securitySchemes", {})
    names = [
        f'"{name}": {".key" if document.resolved(scheme)["type"] == "apiKey" else ".bearer"}("secret")'
        for name, scheme in schemes.items()]
    credentials = f"[{', '.join(names)}] as [String: Credential]" if names else "[:]"
    server = "Server.all.first?.core" if document.root.get("servers") else "nil"
    return (
        f"import {module.name}\nimport WGNAPIRuntime\n\n"
        f"func makeSender() -> Sender {{ Sender(Client.api, {server}, credentials: {credentials}) }}\n\n"
        "struct Missing: Error {\n  var name: String\n  init(_ name: String) { self.name = name }\n}\n\n"
        f"@available(*, deprecated)\nfunc sendAll(_ send: Sender) async {{\n"
        + "".join(f"  await send{index}(send)\n" for index in range(len(groups))) + "}\n\n" + functions)


def run(path, arguments, folder):
    document = Document(path)
    generator = Generator(document, random.Random(arguments.seed))
    cases = [
        Case(document, generator, *operation, number)
        for operation in document.operations() for number in range(arguments.rounds)]
    module = Module(folder, document, generated.tool())
    usable = [(case, call(module, case)) for case in cases if not case.problem]
    left_out = [case.name for case, text in usable if text is None]
    usable = [(case, text) for case, text in usable if text]
    program = module.build("requests", {
        "Requests.swift": (generated.ROOT / "Tests/OpenAPI/Requests.swift").read_text(),
        "Calls.swift": calls(module, document, [text for _, text in usable])})
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    sent = {line["name"]: line for line in map(json.loads, output.splitlines())}
    wrong = [f"{case.name}: {problem}" for case, _ in usable for problem in case.problems(sent[case.name])]
    operations = {(case.method, case.path) for case, _ in usable}
    everything = {(case.method, case.path) for case in cases}
    print(f"{path.name}: {len(usable)} requests of {len(operations)} of {len(everything)} operations, seed {arguments.seed}")
    for case in cases:
        if case.problem and (case.method, case.path) not in operations:
            print(f"  not tried: {case.name.rsplit(' ', 1)[0]}: {case.problem}")
    for name in left_out:
        print(f"  no request: {name}")
    print("\n".join(f"  WRONG {problem}" for problem in wrong) or "  all are composed alike")
    return len(wrong) + len(left_out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", default=["forms", "collections", "worldoftanks", "spotify"])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        wrong = [run(path, arguments, arguments.folder or temporary) for path in generated.documents(arguments.documents)]
    return 1 if any(wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
