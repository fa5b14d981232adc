"""Compares the specs with the reference: whatever one of them says and the other doesn't is reported.

    wgnapi-gen dump ir Specs > ir.json
    python3 Tests/Reference/coverage.py ir.json [wot wgn …]

Every finding has a subject, such as `wot/clans/info private.treasury`. Those that are meant to be stand in
`exceptions.txt` with their reasons; an exception that excuses nothing is reported, too. What the comparison takes for
equal everywhere: a minimum of 1 for IDs and the numbers of pages (the reference states it for some methods only), and
types that say more than the reference does, such as a URL for a string or a time for a number.
"""

import collections
import fnmatch
import json
import pathlib
import sys

import reference
import specs

WRAPPERS = {
    "object": {()}, "list": {("list",)}, "map": {("map",)}, "map_of_lists": {("map", "list")},
    "list|map": {("list",), ("map",)}, "map_by_id": {("map",)}, "map_by_id_of_lists": {("map", "list")},
}
TYPES = {
    "numeric": {"integer", "number"}, "float": {"number"}, "string": {"string"}, "boolean": {"boolean"},
    "timestamp": {"integer"}, "timestamp/date": {"integer"},
}
VALUES = {"int": "numeric", "float": "float", "string": "string"}


class Comparison:
    def __init__(self, api, module):
        self.api, self.module = api, module
        self.findings, self.counts = [], collections.Counter()
        self.method, self.alternatives = "", []
        self.stated, self.unstated = set(), set()

    def report(self, subject, problem):
        self.findings.append((f"{self.api}/{self.method}{' ' + subject if subject else ''}", problem))

    def expect(self, kind, subject, expected, found):
        """Counts a fact, and reports it where the specs say something else."""
        self.counts[kind] += 1
        if expected != found:
            self.report(subject, f"{kind}: the reference says {show(expected)}, the specs {show(found)}")

    def same_names(self, kind, subject, expected, found):
        self.counts[kind] += len(expected)
        for name in sorted(set(expected) - set(found)):
            self.report(f"{subject}{name}", f"{kind}: missing in the specs")
        for name in sorted(set(found) - set(expected)):
            self.report(f"{subject}{name}", f"{kind}: unknown to the reference")
        return sorted(set(expected) & set(found))

    def run(self, methods):
        self.same_names("methods", "", methods, self.module.endpoints)
        for self.method, facts in methods.items():
            endpoint = self.module.endpoints.get(self.method)
            if endpoint:
                self.compare_endpoint(facts, endpoint)
        self.method = "errors"
        self.same_names("errors", "", reference.COMMON_ERRORS, specs.errors(self.module.raw))
        self.method = "enumerations"
        for name in sorted(self.unstated - self.stated):
            self.report(name, "the reference doesn't list its values")

    def compare_endpoint(self, facts, endpoint):
        self.expect("HTTP methods", "", sorted(facts["http"]), sorted(m.upper() for m in endpoint["methods"]))
        servers = {specs.text(name) for name in endpoint.get("servers") or self.module.servers}
        self.expect("servers", "", facts["realms"], sorted(servers))
        self.expect(
            "deprecation", "", bool(facts.get("deprecated")), "deprecation" in endpoint["documentation"])
        errors = {f"{code} {message}" for code, message in facts.get("errors", [])}
        self.same_names("errors", "", errors, specs.errors(endpoint))
        self.alternatives = facts.get("one_of_required", [])
        self.expect("requirements", "", bool(self.alternatives), bool(endpoint.get("requirements")))
        found_extra = self.compare_response(facts, self.module.response(endpoint))
        self.compare_parameters(facts, endpoint, found_extra)

    # Parameters

    def compare_parameters(self, facts, endpoint, found_extra):
        params = dict(facts["params"])
        partial = endpoint["policies"].get("partial")
        fields, extra = params.pop("fields", None), params.pop("extra", None)
        self.counts["parameters"] += (fields is not None) + (extra is not None)
        self.expect("limits", "fields", (fields or {}).get("max_items"), (partial or {}).get("maximum"))
        self.expect("enumerations", "extra", sorted((extra or {}).get("enum", [])), sorted(found_extra))
        parameters = self.module.parameters(endpoint)
        for name in self.same_names("parameters", "?", params, parameters):
            self.compare_parameter(f"?{name}", name, params[name], parameters[name])
            where = "form" if facts["http"] == ["POST"] and name not in ("application_id", "language") else "query"
            self.expect("places", f"?{name}", where, parameters[name]["location"])

    def compare_parameter(self, subject, name, fact, parameter):
        schema = specs.Schema(self.module, parameter["schema"])
        is_required = fact.get("required", False) and name not in self.alternatives
        self.expect("required", subject, is_required, parameter["isRequired"])
        element, is_list = schema.elements or schema, schema.elements is not None
        self.expect("lists", subject, fact.get("list", False), is_list)
        self.compare_scalar(subject, fact, element)
        limits = dict(element.limits)
        if is_list:
            limits.update({name: limit for name, limit in schema.limits.items() if name == "maxItems"})
        for limit, key in (
            ("minimum", "min"), ("maximum", "max"), ("minLength", "min_length"), ("maxLength", "max_length"),
            ("maxItems", "max_items"),
        ):
            is_implied = limit == "minimum" and key not in fact and limits.get(limit) == 1 and name.endswith(
                ("_id", "page_no", "limit"))
            if (key in fact or limit in limits) and not is_implied and element.format != "flag":
                self.expect("limits", subject, fact.get(key), limits.get(limit))
        default = schema.default
        if "default" in fact or default is not None:
            default = ", ".join(default) if isinstance(default, list) else default
            self.expect("defaults", subject, show(fact.get("default")), show(default))

    # Fields

    def compare_response(self, facts, response):
        """Returns the paths of the fields that must be asked for."""
        if response is None:
            self.same_names("fields", "", flat(facts["fields"]), {})
            return []
        shape = facts["shape"]
        alternatives = response.unwrapped()
        if shape["data"] != "unsure":
            self.expect("shapes", "", WRAPPERS[shape["data"]], {wrappers for wrappers, _ in alternatives})
        if "null_values" in shape and response.values:
            self.expect("nulls", "", True, response.values.is_nullable)
        extra = []
        self.compare_fields("", facts["fields"], [inner for _, inner in alternatives], extra)
        return extra

    def compare_fields(self, prefix, fields, schemas, extra):
        properties = {name: p for schema in schemas for name, p in schema.properties.items()}
        for name in self.same_names("fields", prefix, fields, properties):
            fact, path = fields[name], prefix + name
            schema = specs.Schema(self.module, properties[name]["schema"])
            if fact.get("extra") and properties[name].get("isExtra"):
                extra.append(path)
            self.expect("extra", path, fact.get("extra", False), properties[name].get("isExtra", False))
            is_deprecated = any("deprecation" in layer["documentation"] for layer in schema.layers[:1])
            self.expect("deprecation", path, fact.get("deprecated", False), is_deprecated)
            if "nullable" in fact:
                self.expect("nulls", path, True, schema.is_nullable)
            if "fields" in fact:
                self.compare_group(path, fact, schema, extra)
            else:
                self.compare_leaf(path, fact, schema)
        for name in set(fields) - set(properties):
            self.counts["fields"] += len(flat(fields[name].get("fields", {})))

    def compare_group(self, path, fact, schema, extra):
        alternatives = schema.unwrapped()
        if "shape" in fact:
            self.expect("shapes", path, WRAPPERS[fact["shape"]], {wrappers for wrappers, _ in alternatives})
        self.compare_fields(path + ".", fact["fields"], [inner for _, inner in alternatives], extra)

    def compare_leaf(self, path, fact, schema):
        kind = fact["type"]
        if "tuple" in fact:
            self.expect("tuples", path, fact["tuple"], schema.tuple)
        elif kind.startswith("list of ") and schema.elements:
            self.compare_scalar(path, {**fact, "type": kind[8:-1].replace("integer", "numeric")}, schema.elements)
        elif kind == "associative array" and schema.values:
            inner, values = schema.values, fact.get("values") or fact.get("values_guess")
            if values in VALUES:
                self.compare_scalar(path, {**fact, "type": VALUES[values]}, inner)
        elif kind in TYPES:
            self.compare_scalar(path, fact, schema)
        else:
            self.expect("types", path, kind, " or ".join(sorted(schema.types)) or "any")

    def compare_scalar(self, subject, fact, schema):
        kind, types = fact["type"], schema.types
        is_flag = schema.format == "flag" and {str(v) for v in fact.get("enum", [0, 1])} == {"0", "1"}
        is_right = kind == "dict" or bool(types) and types <= TYPES[kind] or is_flag
        if kind == "string" and types == {"integer"} and all(str(v).isdigit() for v in fact.get("enum", ["-"])):
            is_right = True
        if kind in ("timestamp", "timestamp/date"):
            is_right = is_right and schema.format == "timestamp"
        self.counts["types"] += 1
        if not is_right:
            found = schema.format or " or ".join(sorted(types)) or "any"
            self.report(subject, f"types: the reference says {kind}, the specs {found}")
        if "enum" in fact and not is_flag:
            expected = {specs.key(value) for value in fact["enum"]}
            if subject == "?language" and expected < (schema.enumeration or set()):
                expected = schema.enumeration
            self.expect("enumerations", subject, expected, schema.enumeration)
            self.stated.update(schema.names)
        elif schema.enumeration and not is_flag:
            self.unstated.add(schema.names[0] if schema.names else f"{self.method} {subject}")


def flat(fields):
    return [path for name, f in fields.items() for path in (name, *(f"{name}.{p}" for p in flat(f.get("fields", {}))))]


def show(value):
    if isinstance(value, (set, list)):
        return ", ".join(sorted("/".join(v) or "object" if isinstance(v, tuple) else str(v) for v in value)) or "none"
    return specs.key(value)


def exceptions():
    """Patterns of subjects and beginnings of problems, with whether they have excused anything."""
    lines = (pathlib.Path(__file__).parent / "exceptions.txt").read_text().splitlines()
    rules = [line.split(" — ")[0].split(": ", 1) for line in lines if line and not line.startswith("#")]
    return {(subject, problem): 0 for subject, problem in rules}


def main(dump, *names):
    modules = {m.name: m for m in map(specs.Module, json.loads(pathlib.Path(dump).read_text())["modules"])}
    rules, failed = exceptions(), 0
    for api in names or reference.APIS:
        if api.upper() not in modules:
            print(f"{api}: no specs")
            failed += 1
            continue
        comparison = Comparison(api, modules[api.upper()])
        comparison.run(reference.load(api))
        open_findings = []
        for subject, problem in comparison.findings:
            excuses = [r for r in rules if fnmatch.fnmatchcase(subject, r[0]) and problem.startswith(r[1])]
            for rule in excuses:
                rules[rule] += 1
            if not excuses:
                open_findings.append(f"{subject}: {problem}")
        open_findings += [
            f"{subject}: {problem}: an exception that excuses nothing"
            for (subject, problem), count in rules.items() if subject.startswith(f"{api}/") and not count]
        print("\n".join(open_findings), end="\n" if open_findings else "")
        counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(comparison.counts.items()))
        print(f"{api}: {counts}; {len(comparison.findings) - len(open_findings)} excused, {len(open_findings)} wrong")
        failed += len(open_findings)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
