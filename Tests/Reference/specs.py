"""The specs as `wgnapi-gen dump ir Specs` prints them."""

LIMITS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]


def text(name):
    return name["text"] if isinstance(name, dict) else name


def literal(value):
    """A literal of the representation as Python has it."""
    if value is None:
        return None
    (kind, content), = value.items()
    content = content.get("_0")
    if kind == "array":
        return [literal(item) for item in content]
    return float(content["text"]) if kind == "number" else content


def key(value):
    """What tells whether a value of the specs and one of the reference are the same."""
    return f"{value:g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def errors(raw):
    """The errors of an endpoint or a module."""
    return {f"{key(error['code'])} {text(error.get('message', ''))}" for error in raw["errors"]}


class Schema:
    """A schema with everything that it refers to and that it is composed of."""

    def __init__(self, module, raw):
        self.module, self.raw = module, raw
        self.layers = list(module.layers(raw))
        self.is_nullable = any(layer.get("isNullable") for layer in self.layers)
        self.names = [text(layer["reference"]) for layer in self.layers if layer.get("reference")]

    def first(self, *path):
        for layer in self.layers:
            value = layer
            for part in path:
                value = (value or {}).get(part)
            if value not in (None, [], {}):
                return value
        return None

    @property
    def types(self):
        return set(self.first("types") or [])

    @property
    def format(self):
        return next(iter(self.first("format") or {}), None)

    @property
    def default(self):
        return literal(self.first("defaultValue"))

    @property
    def tuple(self):
        return [text(name) for name in self.first("array", "elementNames") or []]

    @property
    def enumeration(self):
        cases = self.first("enumeration", "cases")
        return cases and {key(literal(case["value"])) for case in cases}

    @property
    def limits(self):
        """Each limit: the strictest of the layers is the first, because what refers narrows."""
        found = {}
        for layer in self.layers:
            for name, limit in layer.get("limits", {}).items():
                found.setdefault(name, float(limit["text"]))
            for name, limit in layer.get("counts", {}).items():
                found.setdefault(name, limit)
        return found

    @property
    def properties(self):
        return {
            text(property["name"]): property
            for layer in self.layers for property in layer.get("object", {}).get("properties", [])
        }

    def applied(self, keyword):
        raw = self.first("subschemas", keyword)
        return raw and Schema(self.module, raw)

    @property
    def elements(self):
        return None if self.first("array", "prefixItems") else self.applied("items")

    @property
    def values(self):
        return None if self.properties else self.applied("additionalProperties")

    def unwrapped(self):
        """What lists, maps and alternatives around the schema hold, each with the wrappers from the outermost on."""
        alternatives = [raw for layer in self.layers for raw in layer.get("anyOf", []) + layer.get("oneOf", [])]
        if alternatives:
            return [inner for raw in alternatives for inner in Schema(self.module, raw).unwrapped()]
        for wrapper, inner in (("list", self.elements), ("map", self.values)):
            if inner:
                return [((wrapper, *wrappers), leaf) for wrappers, leaf in inner.unwrapped()]
        return [((), self)]


class Module:
    def __init__(self, raw):
        self.raw, self.name = raw, text(raw["name"])
        self.schemas = {text(schema["name"]): schema["schema"] for schema in raw["schemas"]}
        self.endpoints = {text(endpoint["path"]).strip("/"): endpoint for endpoint in raw["endpoints"]}
        self.servers = {text(server["name"]) for server in raw["servers"]}

    def layers(self, raw):
        yield raw
        if raw.get("reference"):
            yield from self.layers(self.schemas[text(raw["reference"])])
        for part in raw.get("allOf", []):
            yield from self.layers(part)

    def parameters(self, endpoint):
        """All parameters but those of selecting fields, by their names on the wire."""
        omitted = {text(name) for name in endpoint.get("omittedClientParameters", [])}
        own = {text(parameter["name"]): parameter for parameter in endpoint["parameters"]}
        shared = {text(parameter["name"]): parameter for parameter in self.raw["clientParameters"]}
        return {**{name: parameter for name, parameter in shared.items() if name not in omitted}, **own}

    def response(self, endpoint):
        """The schema of the payload; None if nothing is read."""
        payload = endpoint["responses"][0].get("payload", {}).get("json")
        return payload and Schema(self, payload["_0"])
