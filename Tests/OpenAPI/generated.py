"""Modules that are generated from whole documents and built in a temporary package."""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

import swagger

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = pathlib.Path(os.environ.get("WGNAPI_SHARED_DIR", ROOT.parent / "shared"))
DOCUMENTS = SHARED / "openapi" / "documents"
OWN = pathlib.Path(__file__).resolve().parent
METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]


def documents(names):
    """The paths of documents, of this folder and of companies; stops with a message where there are none."""
    own = [path for path in sorted(OWN.glob("*.yaml")) if path.stem in names]
    if not DOCUMENTS.is_dir():
        if own:
            return own
        sys.exit(f"skipped: there is no {DOCUMENTS}; set WGNAPI_SHARED_DIR")
    found = sorted(path for path in DOCUMENTS.rglob("*") if path.suffix in (".json", ".yaml"))
    return own + [path for path in found if not names or path.stem in names]


class Document:
    """A document as it is, read without the generator."""

    def __init__(self, path):
        self.path = path
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        # Dates stay texts, as in JSON.
        plain = type("Plain", (loader,), {})
        plain.yaml_implicit_resolvers = {
            key: [(tag, pattern) for tag, pattern in list if tag != "tag:yaml.org,2002:timestamp"]
            for key, list in loader.yaml_implicit_resolvers.items()
        }
        text = path.read_text()
        self.root = json.loads(text) if path.suffix == ".json" else yaml.load(text, plain)
        # Fields of forms and parts of multipart bodies have the same styles since OpenAPI 3.1, and had in Swagger 2.0.
        self.has_part_styles = not self.root.get("openapi", "").startswith("3.0")
        if "swagger" in self.root:
            self.root = swagger.upgraded(self.root)
        self.is_30 = self.root["openapi"].startswith("3.0")

    def resolved(self, value):
        seen = 0
        while isinstance(value, dict) and "$ref" in value and seen < 32:
            target = self.root
            for part in value["$ref"][2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            value, seen = target, seen + 1
        return value

    def operations(self):
        """Method, path, the operation and what its path has for all."""
        for path, item in self.root["paths"].items():
            item = self.resolved(item)
            for method in METHODS:
                if method in item:
                    yield method, path, item[method], item


class Module:
    """A generated module: its request types by method and path.

    Modules that share a folder share the build of the runtime.
    """

    def __init__(self, folder, document, tool):
        self.folder = folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.name = document.path.stem.capitalize()
        command = [tool, document.path, "-o", folder / "Sources", "--module", self.name, "--quiet"]
        subprocess.run([str(part) for part in command], check=True, stderr=subprocess.DEVNULL)
        self.requests = collections.defaultdict(list)
        self.sources = {}
        pattern = re.compile(r"/// ([A-Z]+)(?: |\n/// )`([^`\n]*)`?(?:\. .*(?:\n///.*)*)?\n(?:@available.*\n)?public struct `?(\w+)`?:")
        for file in sorted((folder / "Sources" / self.name).rglob("*.swift")):
            text = file.read_text()
            found = list(pattern.finditer(text))
            for match, following in zip(found, found[1:] + [None]):
                end = following.start() if following else len(text)
                self.requests[match[1].lower(), match[2]].append(match[3])
                self.sources[match[3]] = text[match.start():end]

    def request(self, method, path):
        """The type of an operation's request: the plain one, where there are others for streams and files."""
        names = self.requests.get((method, path.split("?")[0].lstrip("/")), [])
        return min(names, key=len) if names else None

    def build(self, program, sources, is_fast=False):
        """Builds a program that uses the module, and returns its path.

        A fast one is optimized, and may import the runtime as tests do. The module isn't optimized, which would take longest.
        """
        program = f"{program}-{self.name}"
        folder = self.folder / "Sources" / program
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in sources.items():
            (folder / name).write_text(text)
        code = "".join(path.read_text() for path in (self.folder / "Sources" / self.name).rglob("*.swift"))
        code += "".join(f"\n{text}" for text in sources.values())
        imports = re.findall(r"^(?:public |internal |@testable )?import (WGNAPI\w+)", code, re.MULTILINE)
        # Tests also see targets that aren't products.
        manifest = (ROOT / "Package.swift").read_text()
        available = manifest[manifest.index("products:"):manifest.index("traits:")].split()
        products = sorted({"WGNAPIRuntime", *imports} & {*available})
        # Only webhooks need a package of their own, which a trait adds.
        traits = ', traits: ["Webhooks"]' if "WGNAPIWebhooks" in products else ""
        (self.folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let runtime: [Target.Dependency] = {json.dumps(products)}.map {{ .product(name: $0, package: "wgnapi-gen") }}
let package = Package(
  name: "documents", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "wgnapi-gen", path: {json.dumps(str(ROOT))}{traits})],
  targets: [
    .target(name: "{self.name}", dependencies: runtime{', swiftSettings: [.unsafeFlags(["-Onone"])]' if is_fast else ""}),
    .executableTarget(name: "{program}", dependencies: ["{self.name}"] + runtime),
  ])
""")
        command = ["swift", "build", "--product", program, "--package-path", self.folder]
        if is_fast:
            command += ["-c", "release", "-Xswiftc", "-enable-testing"]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode:
            lines = [line for line in (done.stdout + done.stderr).splitlines() if "error:" in line]
            sys.exit("the build failed:\n" + "\n".join(lines[:40]) + "\n" + done.stdout[-2000:] + done.stderr[-2000:])
        return self.folder / ".build" / ("release" if is_fast else "debug") / program


def tool():
    """The built generator."""
    given = os.environ.get("WGNAPI_GEN")
    for path in [given, ROOT / ".build/release/wgnapi-gen", ROOT / ".build/debug/wgnapi-gen"]:
        if path and os.access(path, os.X_OK):
            return pathlib.Path(path).absolute()
    sys.exit("build wgnapi-gen first, or set WGNAPI_GEN")
