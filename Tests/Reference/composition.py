"""Composes the requests of all methods a second time, from the reference alone.

    wgnapi-gen dump ir Specs > ir.json
    python3 Tests/Reference/composition.py write ir.json      # writes the calls in Tests/ReferenceTests/Calls
    python3 Tests/Reference/composition.py check sent.jsonl   # judges what the client sent for them

The arguments come from the reference's types, limits and values. Only the spelling of a call in Swift (the names of the
request, its properties and their types) comes from the generated code.
"""

import json
import pathlib
import sys
import urllib.parse

import calls
import reference

# The texts of `commas` can't be told from the separators of a list, so nothing may be sent.
# `fields`, `without` and `extra` have the fewest arguments, and ask for some fields, for all but one, and for extra ones.
KINDS = ["minimal", "full", "hostile", "empty", "many", "commas", "fields", "without", "extra"]
SELECTIONS = ["fields", "without", "extra"]
HOSTILE = "Ёж & Co+#=%/?я"
FIRST_OF_MANY = 500_000_000
LONGEST_URL = 8_000
# Parameters whose texts have a form of their own.
LINKS = {"redirect_uri": "https://example.com/a?b=1&c=+%20#d"}
CONSTANT = {"application_id": "demo", "language": "pl"}


def number(fact, kind):
    low, high = fact.get("min", 1), fact.get("max", 10**9)
    return {"minimal": low, "many": min(high, FIRST_OF_MANY), "hostile": min(high, low + 4)}.get(kind, high)


def text(name, fact, kind, index):
    if name in LINKS:
        return LINKS[name]
    choices = [str(choice) for choice in fact.get("enum", [])]
    # Numbers among texts, such as flags, are numbers in Swift.
    if choices and (kind != "hostile" or all(choice.isdigit() for choice in choices)):
        return choices[index % len(choices)]
    value = f"{HOSTILE}{index}" if kind == "hostile" else f"abc{index}"
    if kind == ("commas" if fact.get("list") else "hostile"):
        value = f"{value}, {index}"
    return value[: fact.get("max_length", 100)]


def value(name, fact, kind):
    """A parameter's value as a list of texts, or as one text."""
    def one(index):
        if fact["type"] == "string":
            return text(name, fact, kind, index)
        if fact["type"] == "timestamp/date" or name == "expires_at":
            return str(1_750_000_000)
        if "enum" in fact:
            return str(fact["enum"][index % len(fact["enum"])])
        return str(min(number(fact, kind) + index, fact.get("max", 10**12)))
    if not fact.get("list"):
        return one(0)
    most = len(fact.get("enum", [])) or fact.get("max_items", 100)
    count = {"minimal": 1, "empty": 0, "many": most}.get(kind, 2)
    return [one(index) for index in range(min(count, most))]


def arguments(facts, kind):
    """What a method is called with: the values of its parameters, without those that each request has."""
    either = facts.get("one_of_required", [])[:1]
    found = {}
    if kind in SELECTIONS:
        return arguments(facts, "minimal") | selection(facts, kind)
    for name, fact in facts["params"].items():
        is_required = fact.get("required") and name not in facts.get("one_of_required", []) or name in either
        if name in CONSTANT or name in ("fields", "extra") or (kind == "minimal" and not is_required):
            continue
        found[name] = value(name, fact, kind)
    return found


def leaves(fields, path=()):
    """The paths of the fields that hold no others, or whose shape isn't known; without extra and deprecated ones."""
    for name, field in fields.items():
        if field.get("extra") or field.get("deprecated"):
            continue
        if field.get("fields") and field.get("shape", "unsure") != "unsure":
            yield from leaves(field["fields"], (*path, name))
        else:
            yield ".".join((*path, name))


def selection(facts, kind):
    """The parameters that select fields; none if the method has no such parameter."""
    params = facts["params"]
    if kind == "extra":
        names = params.get("extra", {}).get("enum", [])
        return {"extra": names} if names else {}
    extra = set(params.get("extra", {}).get("enum", []))
    paths = [
        path for path in leaves(facts["fields"])
        if not any(path == name or path.startswith(name + ".") for name in extra)
    ]
    if "fields" not in params or not paths or facts["shape"]["data"] == "unsure":
        return {}
    if kind == "without":
        return {"fields": ["-" + paths[-1]]}
    # The first, the last and the deepest one.
    chosen = [paths[0], paths[-1], max(paths, key=lambda path: path.count("."))]
    return {"fields": list(dict.fromkeys(chosen))}


def cases(api):
    """Each method with each kind of arguments that makes a difference."""
    for method, facts in reference.load(api).items():
        seen = []
        for kind in KINDS:
            found = arguments(facts, kind)
            if found not in seen:
                seen.append(found)
                yield f"{api}/{method} {kind}", facts, found


def quoted(name, value):
    joined = ",".join(value) if isinstance(value, list) else value
    return f"{name}={urllib.parse.quote(joined, safe='')}"


def problems(api, facts, found, sent):
    """What is wrong with a request that was sent, by all that the reference says."""
    pairs = [quoted(*pair) for pair in found.items()]
    shared = [quoted(name, CONSTANT[name]) for name in CONSTANT if name in facts["params"]]
    host, path = sent["url"].split("?")[0].removeprefix("https://").split("/", 1)
    if path != facts["url"].strip("/") + "/":
        yield f"path {path}"
    if host != "api.example.com":
        yield f"host {host}"
    query = sent["url"].partition("?")[2].split("&")
    whole = f"https://api.example.com{facts['url']}?" + "&".join(pairs + shared)
    if facts["http"] == ["POST"] or len(whole) > LONGEST_URL:
        expected, is_form = sorted(pairs + shared), True
        body = sent["body"].replace("+", "%20").split("&") if sent["body"] else []
        query = [pair for pair in query if pair] + body
    else:
        expected, is_form = sorted(pairs + shared), False
    if sent["method"] != ("POST" if is_form else "GET"):
        yield f"method {sent['method']}"
    if is_form != bool(sent["body"]) and pairs:
        yield f"body {sent['body']!r}"
    if is_form and pairs and sent["type"] != "application/x-www-form-urlencoded":
        yield f"content type {sent['type']}"
    if sorted(query) != expected:
        yield f"parameters {sorted(set(query) ^ set(expected))}"


def check(path):
    sent = {line["case"]: line for line in map(json.loads, pathlib.Path(path).read_text().splitlines())}
    apis = sorted({case.split("/")[0] for case in sent})
    wrong = []
    for api in apis:
        expected = {case: (facts, found) for case, facts, found in cases(api)}
        theirs = {case: line for case, line in sent.items() if case.startswith(api + "/")}
        wrong += [f"{case}: not sent" for case in expected if case not in theirs]
        wrong += [f"{case}: not in the reference" for case in theirs if case not in expected]
        for case in expected.keys() & theirs.keys():
            if case.endswith(" commas"):
                if "separator" not in theirs[case].get("refused", ""):
                    wrong.append(f"{case}: not refused")
            elif "refused" in theirs[case]:
                wrong.append(f"{case}: refused: {theirs[case]['refused']}")
            else:
                wrong += [f"{case}: {problem}" for problem in problems(api, *expected[case], theirs[case])]
        print(f"{api}: {len(expected)} requests of {len({case.split()[0] for case in expected})} methods")
    print("\n".join(sorted(wrong)) or "all are composed alike")
    return 1 if wrong else 0


if __name__ == "__main__":
    command, *files = sys.argv[1:]
    sys.exit(check(*files) if command == "check" else calls.write(*files, cases))
