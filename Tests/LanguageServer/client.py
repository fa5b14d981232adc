"""A client of another project, pygls, talks to `wgnapi-gen lsp`: lsprotocol checks the form of every message.

    pip install pygls
    python3 Tests/LanguageServer/client.py .build/debug/wgnapi-gen

With `--measure`, types a part of a spec of 2,000 lines, and prints how long the server takes after each key press, and how much
memory it needs. With `--minutes 60`, edits a smaller one for an hour, twice a second, and prints the memory every five minutes.
Neither needs a package.
"""

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

MODULE = """wgnapi: 1
module:
  summary: A shop
  servers: {main: https://api.example.com/}
  failures: {default: {schema: Problem, code: code}}
schemas:
  Problem: {properties: {code: integer}}
parameters:
  limit: {type: integer, minimum: 1}
errors: {404: NOT_FOUND}
"""

ITEMS = """wgnapi: 1
endpoints:
  item:
    get: items/{id}
    parameters: {id: ItemID}
    response: Item
  items:
    get: items
    parameters:
      count?: {$parameter: limit}
    response: "[Item]"
schemas:
  ItemID: {type: integer, newtype: true}
  Item:
    properties:
      id: ItemID
      title: {type: string, minLength: 1}
      \U0001F600?: Item
"""


def folder_of_specs(root, files):
    for name, text in {"wgnapi-gen.yaml": "specs: Specs\noutput: Generated\n", **files}.items():
        path = pathlib.Path(root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def place(text, marked, encoding="utf-16-le"):
    """The position of `|` in a text that contains the rest."""
    before = text[: text.index(marked.replace("|", ""))] + marked.split("|")[0]
    line = before.split("\n")[-1]
    return before.count("\n"), len(line.encode(encoding)) // (2 if encoding == "utf-16-le" else 1)


# MARK: pygls


async def session(tool, root, encoding):
    from lsprotocol import types
    from pygls.lsp.client import BaseLanguageClient

    client = BaseLanguageClient("tests", "1")
    published = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(parameters):
        published.put_nowait(parameters)

    await client.start_io(tool, "lsp", "--stdio")
    uri = pathlib.Path(root, "Specs/Shop/items.yaml").as_uri()
    result = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)])),
            workspace_folders=[types.WorkspaceFolder(pathlib.Path(root).as_uri(), "specs")]))
    assert result.server_info.name == "wgnapi-gen"
    assert result.capabilities.position_encoding == encoding
    client.initialized(types.InitializedParams())
    text = ITEMS
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, types.LanguageKind.Yaml, 1, text)))
    document = types.TextDocumentIdentifier(uri)

    async def diagnostics(version):
        while True:
            found = await asyncio.wait_for(published.get(), 60)
            if found.uri == uri and found.version == version:
                return list(found.diagnostics)

    def at(marked):
        return types.Position(*place(text, marked, "utf-8" if encoding == "utf-8" else "utf-16-le"))

    changed = text.replace("response: Item\n", "response: Itm\n")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, uri),
            [types.TextDocumentContentChangeWholeDocument(changed)]))
    found = await diagnostics(2)
    assert [item.code for item in found] == ["unknown-type"], found
    position = place(text, "response: |Item\n")
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(3, uri),
            [
                types.TextDocumentContentChangePartial(
                    types.Range(types.Position(*position), types.Position(position[0], position[1] + 3)), "Item")
            ]))
    assert await diagnostics(3) == []

    place_of_type = at("\U0001F600?: It|em")
    definition = await client.text_document_definition_async(types.DefinitionParams(document, place_of_type))
    assert definition.range.start.line == text[: text.index("  Item:")].count("\n"), definition
    references = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, place_of_type))
    assert len(references) == 4, references
    hover = await client.text_document_hover_async(types.HoverParams(document, place_of_type))
    assert "struct Item" in hover.contents.value, hover
    completion = await client.text_document_completion_async(types.CompletionParams(document, at("title: {|type")))
    assert "minimum" in [item.label for item in completion], completion
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, place_of_type))
    assert prepared.placeholder == "Item", prepared
    try:
        await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, at("tit|le: {type")))
        raise AssertionError("renames a property")
    except Exception as error:
        assert "only types and parameters" in str(error), error
    edit = await client.text_document_rename_async(types.RenameParams(document, place_of_type, "Thing"))
    assert len(edit.changes[uri]) == 4, edit
    try:
        await client.text_document_rename_async(types.RenameParams(document, place_of_type, "integer"))
        raise AssertionError("renamed to a built-in type")
    except Exception as error:
        assert "can't be the name" in str(error), error
    await client.shutdown_async(None)
    client.exit(None)
    status = await asyncio.wait_for(client._server.wait(), 60)
    assert status == 0, status
    print(f"a session with pygls, positions in {encoding}: as expected")


# MARK: Measurements


class Server:
    """The server on pipes, with messages as dictionaries."""

    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.published = None

    def write(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self, fits):
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            # Diagnostics may come before the response to a request.
            self.published = message.get("params", {}).get("version", self.published)
            if fits(message):
                return message

    def request(self, method, parameters):
        self.number += 1
        number = self.number
        self.write({"id": number, "method": method, "params": parameters})
        return self.read(lambda message: message.get("id") == number)

    def notify(self, method, parameters):
        self.write({"method": method, "params": parameters})

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) // 1024


def long_spec(lines):
    """Endpoints and schemas as people write them."""
    parts, schemas, number = ["wgnapi: 1", "endpoints:"], ["schemas:"], 0
    while len(parts) + len(schemas) < lines:
        number += 1
        parts += [
            f"  item{number}:", f"    get: items{number}/{{id}}", "    summary: One of them.", "    parameters:",
            "      id: integer", "      limit?: {$parameter: limit}", f'    response: "[Item{number}]"',
            "    errors: {407: TOO_MANY}"
        ]
        schemas += [
            f"  Item{number}:", "    description: One of them.", "    properties:", "      id: integer",
            "      title: {type: string, minLength: 1, maxLength: 100}", f"      parent?: Item{max(1, number - 1)}",
            '      tags: "{string: [integer]}"', "      created?: timestamp"
        ]
    return "\n".join(parts + schemas) + "\n"


def measure(tool, root):
    text = long_spec(2000)
    folder_of_specs(root, {"Specs/Shop/module.yaml": MODULE, "Specs/Shop/items.yaml": text})
    server = Server(tool)
    uri = pathlib.Path(root, "Specs/Shop/items.yaml").as_uri()
    server.request("initialize", {"capabilities": {}, "rootUri": pathlib.Path(root).as_uri()})
    server.notify("initialized", {})
    document = {"uri": uri}
    server.notify("textDocument/didOpen", {"textDocument": {**document, "version": 0, "text": text}})
    print(f"{text.count(chr(10))} lines; {server.memory()} MiB after opening")
    typed = long_spec(40).split("endpoints:\n")[1].split("schemas:")[0].replace("item", "more")
    keys = (typed * (2000 // len(typed) + 1))[: int(os.environ.get("KEYS", "2000"))]
    first = place(text, "endpoints:|")[0] + 1
    line, column = first, 0
    times = {"textDocument/completion": [], "textDocument/hover": [], "hover over a property": [], "diagnostics": []}
    property_line, property_column = place(text, "      ti|tle: {")
    for version, key in enumerate(keys, 1):
        position = {"line": line, "character": column}
        server.notify("textDocument/didChange", {
            "textDocument": {**document, "version": version},
            "contentChanges": [{"range": {"start": position, "end": position}, "text": key}]})
        line, column = (line + 1, 0) if key == "\n" else (line, column + 1)
        for method in ("textDocument/completion", "textDocument/hover"):
            start = time.perf_counter()
            response = server.request(
                method, {"textDocument": document, "position": {"line": line, "character": column}})
            times[method].append(time.perf_counter() - start)
            assert "result" in response, response
        if version % 10 == 0:
            start = time.perf_counter()
            server.request("textDocument/hover", {
                "textDocument": document,
                "position": {"line": property_line + line - first, "character": property_column}})
            times["hover over a property"].append(time.perf_counter() - start)
            start = time.perf_counter()
            while server.published != version:
                server.read(lambda message: "params" in message)
            times["diagnostics"].append(time.perf_counter() - start)
    for name, values in times.items():
        print(f"{name}: {len(values)} times, median {statistics.median(values) * 1000:.1f} ms, "
              f"95 % {sorted(values)[len(values) * 95 // 100] * 1000:.1f} ms, worst {max(values) * 1000:.1f} ms")
    print(f"{server.memory()} MiB after {len(keys)} key presses")
    server.request("shutdown", None)
    server.notify("exit", None)
    assert server.process.wait() == 0


def edit_for(minutes, tool, root):
    """Types lines and deletes them, asks for what editors ask for, saves, closes and opens, and shows the memory, which must not grow without end."""
    text = long_spec(300)
    folder_of_specs(root, {"Specs/Shop/module.yaml": MODULE, "Specs/Shop/items.yaml": text})
    path = pathlib.Path(root, "Specs/Shop/items.yaml")
    document = {"uri": path.as_uri()}
    typed_line, (type_line, type_column) = place(text, "schemas:|")[0], place(text, "  It|em1:")
    server = Server(tool)
    server.request("initialize", {"capabilities": {}, "rootUri": pathlib.Path(root).as_uri()})
    server.notify("initialized", {})
    version = 0

    def open_document():
        server.notify("textDocument/didOpen", {"textDocument": {**document, "version": version, "text": text}})

    def change(first, last, new):
        nonlocal version
        version += 1
        bounds = [{"line": line, "character": character} for line, character in (first, last)]
        server.notify("textDocument/didChange", {
            "textDocument": {**document, "version": version},
            "contentChanges": [{"range": {"start": bounds[0], "end": bounds[1]}, "text": new}]})

    def ask(line, character, **more):
        methods = ["rename"] if more else ["completion", "hover", "definition"]
        for method in methods:
            response = server.request(f"textDocument/{method}", {
                "textDocument": document, "position": {"line": line, "character": character}, **more})
            assert "result" in response, response

    open_document()
    start, reported, typed = time.monotonic(), 0, 0
    while True:
        passed = (time.monotonic() - start) / 60
        if passed >= reported:
            print(f"{passed:.1f} minutes, {version} edits: {server.memory()} MiB", flush=True)
            reported += 5
        if passed >= minutes:
            break
        # Another endpoint each time, with a name that hasn't been there before.
        typed += 1
        change((typed_line, 0), (typed_line, 0), "\n")
        for column, key in enumerate(f"  new{typed}: {{get: new{typed}, response: Item{typed % 15 + 1}}}"):
            change((typed_line, column), (typed_line, column), key)
            ask(typed_line, column + 1)
            time.sleep(0.5)
        ask(type_line + 1, type_column)
        ask(type_line + 1, type_column, newName=f"Other{typed}")
        change((typed_line, 0), (typed_line + 1, 0), "")
        if typed % 5 == 0:
            path.write_text(f"{text}# {typed}\n", "utf-8")
            server.notify("textDocument/didSave", {"textDocument": document})
            server.notify("textDocument/didClose", {"textDocument": document})
            open_document()
    server.request("shutdown", None)
    server.notify("exit", None)
    assert server.process.wait() == 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tool", type=pathlib.Path)
    options.add_argument("--measure", action="store_true")
    options.add_argument("--minutes", type=float)
    options = options.parse_args()
    tool = str(options.tool.resolve())
    with tempfile.TemporaryDirectory() as root:
        root = str(pathlib.Path(root).resolve())
        if options.measure:
            measure(tool, root)
        elif options.minutes is not None:
            edit_for(options.minutes, tool, root)
        else:
            folder_of_specs(root, {"Specs/Shop/module.yaml": MODULE, "Specs/Shop/items.yaml": ITEMS})
            for encoding in ("utf-16", "utf-8"):
                asyncio.run(session(tool, root, encoding))


main()
