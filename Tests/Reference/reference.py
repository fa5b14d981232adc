"""The facts about Wargaming's APIs, in their newest state.

The facts lie outside the repository: one JSON file per API, in the folder `reference` of WGNAPI_SHARED_DIR, or of `shared`
beside the repository.
"""

import copy
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = pathlib.Path(os.environ.get("WGNAPI_SHARED_DIR") or ROOT.parent / "shared")
APIS = ["wgn", "wot", "wotb", "wotx", "wowp", "wows"]

# What every method may answer; `*` stands for the name of a parameter.
COMMON_ERRORS = [
    "402 *_NOT_SPECIFIED", "404 *_NOT_FOUND", "404 METHOD_NOT_FOUND", "405 METHOD_DISABLED",
    "407 *_LIST_LIMIT_EXCEEDED", "407 APPLICATION_IS_BLOCKED", "407 INVALID_*", "407 INVALID_APPLICATION_ID",
    "407 INVALID_IP_ADDRESS", "407 REQUEST_LIMIT_EXCEEDED", "504 SOURCE_NOT_AVAILABLE",
]

# Realms and the servers of the specs. The realm `ru` left the APIs in 2022.
SERVERS = {"eu": "eu", "na": "na", "asia": "asia", "wgcb": "console"}


def path_of(fields, path):
    """The fields that hold the last part of a dotted path, and that part; adds groups that aren't there yet."""
    *groups, last = path.split(".")
    for group in groups:
        fields = fields.setdefault(group, {"type": "block_header"}).setdefault("fields", {})
    return fields, last


def newest(api, method, facts):
    """A method with all changes since the base year; None if it's gone."""
    facts = copy.deepcopy(facts)
    changes = facts.pop("newer", {})
    if changes.get("removed"):
        return None
    fields, params = facts.setdefault("fields", {}), facts["params"]
    for path, field in sorted(changes.get("fields_added", {}).items()):
        parent, name = path_of(fields, path)
        parent.setdefault(name, {}).update(field)
    for path in sorted(changes.get("fields_removed", []), reverse=True):
        parent, name = path_of(fields, path)
        parent.pop(name, None)
    for path, change in changes.get("fields_changed", {}).items():
        parent, name = path_of(fields, path)
        parent[name].update({key: new for key, (_, new) in change.items()})
    params.update(changes.get("params_added", {}))
    for name in changes.get("params_removed", []):
        params.pop(name, None)
    for name, change in changes.get("params_changed", {}).items():
        params[name].update({key: new for key, (_, new) in change.items()})
    for param in params.values():
        if "enum_set" in param:
            param["enum"] = api["enum_sets"][param.pop("enum_set")]
    if "language" in params:
        params["language"]["default"] = "en"
    facts["realms"] = sorted({SERVERS[realm] for realm in facts["realms"] if realm in SERVERS})
    return facts


def load(name):
    """The methods of an API in its newest state, by section and name."""
    api = json.loads((SHARED / "reference" / f"{name}.json").read_text())
    methods = {key: newest(api, key, facts) for key, facts in api["methods"].items()}
    gone = set(api["newer"].get("methods_gone_again", []))
    return {key: facts for key, facts in methods.items() if facts is not None and key not in gone}
