#!/usr/bin/env python3
"""Prints what is in a release's binary, as SPDX 2.3 in JSON.

The packages are those whose modules the linker got, with the revisions that SwiftPM checked out. Libraries that are linked
statically are added.
"""

import argparse
import glob
import hashlib
import json
import os
import re
import sys
import time

REPOSITORY = "https://github.com/OWNER/wgnapi-gen"

parser = argparse.ArgumentParser(description=__doc__)
for name in ["scratch", "version", "system", "swift", "libyaml", "binary"]:
    parser.add_argument(f"--{name}", required=True)
options = parser.parse_args()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def linked_modules():
    """The names of the targets whose objects are in the binary."""
    found = set()
    for path, _, files in os.walk(os.path.join(options.scratch)):
        if os.path.basename(path) == "wgnapi-gen.product" and "Objects.LinkFileList" in files:
            found |= set(re.findall(r"/([^/\n]+)\.build/", read(os.path.join(path, "Objects.LinkFileList"))))
    return found


def license_of(folder):
    """The SPDX expression of a package's license, and its copyright."""
    names = sorted(name for name in os.listdir(folder) if re.match(r"(?i)(license|copying|notice)", name))
    texts = {name: read(os.path.join(folder, name)) for name in names}
    text = "\n".join(text for name, text in texts.items() if not name.lower().startswith("notice"))
    if re.search(r"Apache License\s+Version 2\.0", text):
        expression = "Apache-2.0"
        if "Runtime Library Exception" in text:
            expression += " WITH Swift-exception"
    elif "Permission is hereby granted, free of charge" in text:
        expression = "MIT"
    else:
        sys.exit(f"unknown license in {folder}")
    # Apache's text contains an example of a copyright.
    own = re.search(r"^\s*(Copyright (?:\(c\) |©\s*)?\d{4}.*)$", "\n".join(texts.values()), re.M | re.I)
    return expression, own.group(1).strip() if own and "[yyyy]" not in own.group(1) else "NOASSERTION"


def package(name, version, location, license, copyright="NOASSERTION", url=None):
    entry = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": copyright,
    }
    if url:
        entry["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
        ]
    return entry


def linked_packages():
    own = set(map(os.path.basename, glob.glob("Sources/*/*") + glob.glob("Sources/Runtime/*/*"))) | {"BundledTemplates"}
    modules = linked_modules() - own
    checkouts = os.path.join(options.scratch, "checkouts")
    state = json.loads(read(os.path.join(options.scratch, "workspace-state.json")))["object"]
    for dependency in state["dependencies"]:
        folder = os.path.join(checkouts, dependency["subpath"])
        targets = {name for path, folders, _ in os.walk(folder) if path.count("/") < folder.count("/") + 3
                   for name in folders}
        if not modules & targets:
            continue
        checkout = dependency["state"]["checkoutState"]
        location = dependency["packageRef"]["location"].removesuffix(".git")
        owner = location.removeprefix("https://")
        yield package(
            dependency["subpath"], checkout["version"], f"git+{location}@{checkout['revision']}",
            *license_of(folder), url=f"pkg:swift/{owner}@{checkout['version']}")


with open(options.binary, "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
tool = package(
    "wgnapi-gen", options.version, f"git+{REPOSITORY}@v{options.version}", *license_of("."),
    url=f"pkg:github/OWNER/wgnapi-gen@v{options.version}")
tool["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
tool["packageFileName"] = "bin/wgnapi-gen"
contents = sorted(linked_packages(), key=lambda entry: entry["name"])
contents.append(
    package("libyaml", options.libyaml, "https://github.com/yaml/libyaml", "MIT",
            "Copyright (c) 2017-2020 Ingy döt Net; Copyright (c) 2006-2016 Kirill Simonov", url=f"pkg:github/yaml/libyaml@{options.libyaml}"))
if not options.system.startswith("macos"):
    # On macOS, the system has these.
    for project, license in [
        ("swift", "Apache-2.0 WITH Swift-exception"),
        ("swift-corelibs-foundation", "Apache-2.0 WITH Swift-exception"),
        ("swift-corelibs-libdispatch", "Apache-2.0 WITH Swift-exception"),
        ("swift-foundation", "Apache-2.0 WITH Swift-exception"),
        ("swift-foundation-icu", "Apache-2.0 WITH Swift-exception AND Unicode-3.0"),
    ]:
        contents.append(
            package(project, options.swift,
                    f"git+https://github.com/swiftlang/{project}@swift-{options.swift}-RELEASE", license,
                    "Copyright (c) Apple Inc. and the Swift project authors",
                    url=f"pkg:github/swiftlang/{project}@swift-{options.swift}-RELEASE"))
created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
print(json.dumps({
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"wgnapi-gen-{options.version}-{options.system}",
    "documentNamespace":
        f"{REPOSITORY}/releases/download/v{options.version}/wgnapi-gen-{options.version}-{options.system}.tar.gz/"
        "wgnapi-gen.spdx.json",
    "creationInfo": {"created": created, "creators": ["Tool: wgnapi-gen/Scripts/spdx.py"]},
    "packages": [tool] + contents,
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
         "relatedSpdxElement": tool["SPDXID"]}
    ] + [
        {"spdxElementId": entry["SPDXID"], "relationshipType": "STATIC_LINK",
         "relatedSpdxElement": tool["SPDXID"]} for entry in contents
    ],
}, indent=2, ensure_ascii=False))
