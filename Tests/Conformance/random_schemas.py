"""Random small schemas of the spec language, what they mean in JSON Schema, and documents that nearly match them."""

import copy

KEYS = ["a", "b", "c", "x_1", "x_2", "y"]
PATTERNS = ["^x_", "_1$", "^[ab]$"]
TEXTS = ["", "a", "b", "ab", "abc"]
# Keywords whose schemas get no type in Swift: they mean what they mean in JSON Schema.
CHECKED = {"not", "if", "then", "else", "contains", "propertyNames", "dependentSchemas", "unevaluatedItems",
           "unevaluatedProperties"}
SCHEMA_LISTS = {"allOf", "anyOf", "oneOf", "prefixItems"}
SCHEMA_MAPS = {"properties", "patternProperties", "dependentSchemas"}
SCHEMAS = {"items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else",
           "unevaluatedItems", "unevaluatedProperties"}


class Case:
    """A schema `root`, and named ones that it refers to."""

    def __init__(self, random):
        self.random = random
        self.named = {}
        self.root = self.typed(3)

    def chance(self, probability):
        return self.random.random() < probability

    # Schemas that get a type in Swift

    def typed(self, depth):
        kinds = ["integer", "number", "string", "boolean", "enum", "const", "several"]
        if depth > 0:
            kinds += ["list", "tuple", "object", "object", "object", "map", "union", "union", "allOf", "name", "any"] * 2
        schema = getattr(self, "make_" + self.random.choice(kinds))(depth)
        if schema and self.chance(0.25):
            self.add_condition(schema, depth)
        return schema

    def make_integer(self, depth):
        return self.with_limits({"type": "integer"})

    def make_number(self, depth):
        return self.with_limits({"type": "number"})

    def with_limits(self, schema):
        low = self.random.randint(-1, 2)
        if self.chance(0.3):
            schema[self.random.choice(["minimum", "exclusiveMinimum"])] = low
        if self.chance(0.3):
            schema[self.random.choice(["maximum", "exclusiveMaximum"])] = low + self.random.randint(1, 3)
        if self.chance(0.15):
            schema["multipleOf"] = self.random.choice([1, 2])
        return schema

    def make_string(self, depth):
        schema = {"type": "string"}
        if self.chance(0.3):
            schema["minLength"] = self.random.randint(0, 1)
        if self.chance(0.3):
            schema["maxLength"] = self.random.randint(1, 2)
        if self.chance(0.15):
            schema["pattern"] = self.random.choice(["^a", "b$"])
        return schema

    def make_boolean(self, depth):
        return {"type": "boolean"}

    def make_enum(self, depth):
        values = self.random.choice([["a", "b", "ab"], [0, 1, 2]])
        schema = {"enum": self.random.sample(values, self.random.randint(1, 3)), "open": False}
        if self.chance(0.3):
            schema["type"] = "string" if values[0] == "a" else "integer"
        return schema

    def make_const(self, depth):
        return {"const": self.random.choice(["a", "b", 0, 1, True, None])}

    def make_several(self, depth):
        types = self.random.sample(["string", "integer", "number", "boolean", "null", "array", "object"], 2)
        schema = {"type": types}
        if "string" in types and self.chance(0.5):
            schema["maxLength"] = 1
        if "array" in types and self.chance(0.5):
            schema["items"] = {"type": "integer"}
        if "array" in types and self.chance(0.3):
            schema["prefixItems"] = [{"type": "integer"}]
        if "object" in types and self.chance(0.5):
            schema["properties"] = {"a": {"type": "integer"}}
            schema["required"] = ["a"]
        return schema

    def make_any(self, depth):
        return self.checked(depth - 1) if self.chance(0.3) else True

    def make_list(self, depth):
        schema = {"type": "array"}
        if self.chance(0.8):
            schema["items"] = self.typed(depth - 1)
        return self.with_list_keywords(schema, depth)

    def make_tuple(self, depth):
        schema = {"type": "array", "prefixItems": [self.typed(depth - 1) for _ in range(self.random.randint(1, 3))]}
        if self.chance(0.3):
            schema["items"] = False
        return self.with_list_keywords(schema, depth)

    def with_list_keywords(self, schema, depth):
        if self.chance(0.25):
            schema["minItems"] = self.random.randint(0, 2)
        if self.chance(0.25):
            schema["maxItems"] = self.random.randint(2, 3)
        if self.chance(0.15):
            schema["uniqueItems"] = True
        if self.chance(0.25):
            schema["contains"] = self.checked(depth - 1)
            if self.chance(0.4):
                schema["minContains"] = self.random.randint(0, 2)
            if self.chance(0.4):
                schema["maxContains"] = self.random.randint(2, 3)
        if self.chance(0.15):
            schema["unevaluatedItems"] = self.random.choice([False, {"type": "integer"}])
        return schema

    def make_object(self, depth):
        keys = self.random.sample(KEYS, self.random.randint(1, 3))
        schema = {"type": "object", "properties": {key: self.typed(depth - 1) for key in keys}}
        schema["required"] = [key for key in keys if self.chance(0.5)]
        if self.chance(0.25):
            schema["patternProperties"] = self.patterns(depth)
        if self.chance(0.4):
            schema["additionalProperties"] = self.random.choice([False, False, self.typed(depth - 1)])
        return self.with_object_keywords(schema, depth)

    def patterns(self, depth):
        patterns = self.random.sample(PATTERNS, self.random.randint(1, 2))
        return {pattern: self.typed(depth - 1) for pattern in patterns}

    def make_map(self, depth):
        schema = {"type": "object"}
        if self.chance(0.4):
            schema["patternProperties"] = self.patterns(depth)
        if self.chance(0.7):
            schema["additionalProperties"] = self.random.choice([False, self.typed(depth - 1), self.typed(depth - 1)])
        return self.with_object_keywords(schema, depth)

    def with_object_keywords(self, schema, depth):
        if self.chance(0.15):
            schema["minProperties"] = self.random.randint(0, 2)
        if self.chance(0.15):
            schema["maxProperties"] = self.random.randint(2, 3)
        if self.chance(0.15):
            schema["propertyNames"] = self.random.choice([{"maxLength": 1}, {"pattern": "^[abx]"}, {"enum": ["a", "b"]}])
        if self.chance(0.15):
            schema["dependentRequired"] = {self.random.choice(KEYS): [self.random.choice(KEYS)]}
        if self.chance(0.15):
            schema["dependentSchemas"] = {self.random.choice(KEYS): self.checked(depth - 1)}
        if self.chance(0.15):
            schema["unevaluatedProperties"] = self.random.choice([False, {"type": "integer"}])
        return schema

    def make_union(self, depth):
        keyword = self.random.choice(["anyOf", "oneOf"])
        schema = {keyword: [self.typed(depth - 1) for _ in range(self.random.randint(2, 3))], "open": False}
        if self.chance(0.1):
            schema["unevaluatedProperties"] = False
        return schema

    def make_allOf(self, depth):
        # Parts must not define a property differently.
        properties = {key: self.typed(depth - 1) for key in KEYS}
        parts = [self.make_object(depth) for _ in range(2)]
        for part in parts:
            part["properties"] = {key: copy.deepcopy(properties[key]) for key in part["properties"]}
            if self.chance(0.7):
                part.pop("additionalProperties", None)
        schema = {"allOf": [self.name(part) if self.chance(0.3) else part for part in parts]}
        if self.chance(0.3):
            schema["unevaluatedProperties"] = False
        return schema

    def make_name(self, depth):
        return self.name(self.typed(depth - 1))

    def name(self, schema):
        name = f"N{len(self.named)}"
        self.named[name] = schema
        return {"$ref": name}

    # Schemas that are only checked

    def checked(self, depth):
        if depth <= 0 or self.chance(0.4):
            return self.random.choice([
                True, {"type": "integer"}, {"type": "string"}, {"const": 1}, {"const": "a"}, {"enum": ["a", "b"], "open": False},
                {"minimum": 1}, {"maxLength": 1}, {"required": ["a"]}, {"maxProperties": 1}, {"type": "object"}])
        schema = {}
        for _ in range(self.random.randint(1, 2)):
            keyword = self.random.choice([
                "properties", "prefixItems", "items", "anyOf", "oneOf", "allOf", "not", "additionalProperties", "if"])
            if keyword == "properties":
                schema["properties"] = {self.random.choice(KEYS): self.checked(depth - 1)}
                schema["required"] = self.random.sample(KEYS, self.random.randint(0, 1))
            elif keyword == "prefixItems":
                schema["prefixItems"] = [self.checked(depth - 1)]
            elif keyword in SCHEMA_LISTS:
                schema[keyword] = [self.checked(depth - 1) for _ in range(2)]
                if keyword != "allOf":
                    schema["open"] = False
            elif keyword == "if":
                schema["if"], schema["then"] = self.checked(depth - 1), self.checked(depth - 1)
            else:
                schema[keyword] = self.checked(depth - 1)
        return schema

    def add_condition(self, schema, depth):
        if schema is True:
            return
        if self.chance(0.5):
            schema["not"] = self.checked(depth - 1)
        else:
            schema["if"] = self.checked(depth - 1)
            schema[self.random.choice(["then", "else"])] = self.checked(depth - 1)

    # Meaning

    def standard(self):
        """The schema in JSON Schema: what docs/spec-language.md says that the language means differently is said."""
        definitions = {name: standard(schema, self.named) for name, schema in self.named.items()}
        return {**as_object(standard(self.root, self.named)), "$defs": definitions}

    # Documents

    def document(self):
        value = self.sample(self.root, 4)
        return self.mutated(value) if self.chance(0.5) else value

    def anything(self, depth=2):
        kind = self.random.randint(0, 7 if depth > 0 else 5)
        if kind == 6:
            return [self.anything(depth - 1) for _ in range(self.random.randint(0, 3))]
        if kind == 7:
            return {key: self.anything(depth - 1) for key in self.random.sample(KEYS, self.random.randint(0, 3))}
        return self.random.choice([None, True, False, 0, 1, 2, -1, 1.5, 1.0, 3, *TEXTS])

    def sample(self, schema, depth):
        """A value that often is valid."""
        if isinstance(schema, bool) or depth < -3:
            return self.anything(1)
        if "$ref" in schema:
            return self.sample(self.named[schema["$ref"]], depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        for keyword in ["anyOf", "oneOf"]:
            if keyword in schema:
                return self.sample(self.random.choice(schema[keyword]), depth - 1)
        if "allOf" in schema:
            parts = [self.sample(part, depth - 1) for part in schema["allOf"]]
            if all(isinstance(part, dict) for part in parts):
                return {key: value for part in parts for key, value in part.items()}
            return parts[0]
        types = schema.get("type")
        kind = self.random.choice(types) if isinstance(types, list) else types
        if kind == "integer":
            return self.random.choice([0, 1, 2, 3, -1, 1.0])
        if kind == "number":
            return self.random.choice([0, 1, 2, 1.5, 2.5])
        if kind == "string":
            return self.random.choice(TEXTS)
        if kind == "boolean":
            return self.chance(0.5)
        if kind == "array":
            values = [self.sample(item, depth - 1) for item in schema.get("prefixItems", [])]
            if not values:
                values = [self.sample(schema.get("items", True), depth - 1) for _ in range(self.random.randint(0, 3))]
            return values
        if kind == "object":
            return self.sample_object(schema, depth)
        return None if kind == "null" else self.anything()

    def sample_object(self, schema, depth):
        value = {}
        required = schema.get("required", [])
        for key, member in schema.get("properties", {}).items():
            if key in required or self.chance(0.5):
                value[key] = self.sample(member, depth - 1)
        for pattern, member in schema.get("patternProperties", {}).items():
            if self.chance(0.6):
                value.setdefault({"^x_": "x_2", "_1$": "x_1", "^[ab]$": "a"}[pattern], self.sample(member, depth - 1))
        additional = schema.get("additionalProperties", True)
        if additional is not False and self.chance(0.4):
            value.setdefault(self.random.choice(KEYS), self.sample(additional, depth - 1))
        return value

    def mutated(self, value):
        value = copy.deepcopy(value)
        if isinstance(value, dict) and self.chance(0.85):
            action = self.random.randint(0, 2)
            if value and action == 0:
                del value[self.random.choice(list(value))]
            elif value and action == 1:
                key = self.random.choice(list(value))
                value[key] = self.mutated(value[key])
            else:
                value[self.random.choice(KEYS)] = self.anything(1)
            return value
        if isinstance(value, list) and self.chance(0.85):
            action = self.random.randint(0, 2)
            if value and action == 0:
                value.pop()
            elif value and action == 1:
                index = self.random.randrange(len(value))
                value[index] = self.mutated(value[index])
            else:
                value.append(self.anything(1))
            return value
        return self.anything()


def as_object(schema):
    return schema if isinstance(schema, dict) else {"allOf": [schema]}


def may_be_null(schema):
    types = schema.get("type")
    if isinstance(types, list) and "null" in types:
        return True
    return any(
        isinstance(item, dict) and (item.get("const", 0) is None or may_be_null(item))
        for item in schema.get("anyOf", []) + schema.get("oneOf", []))


def with_one_rest(parts, named):
    """The parts of an object, of which `additionalProperties` describes the members that none of them describes."""
    parts = [dict(named[part["$ref"]] if "$ref" in part else part) for part in parts]
    keys, patterns, rests = {}, {}, []
    for part in parts:
        keys |= dict.fromkeys(part.get("properties", {}), True)
        patterns |= dict.fromkeys(part.get("patternProperties", {}), True)
        if "additionalProperties" in part:
            rests.append(part["additionalProperties"])
            if "unevaluatedProperties" not in part:
                del part["additionalProperties"]
    if rests:
        rest = False if False in rests else rests[0]
        parts.append({"properties": keys, "required": [], "patternProperties": patterns, "additionalProperties": rest})
    return parts


def standard(schema, named, is_checked=False):
    if isinstance(schema, bool):
        return schema
    if "allOf" in schema and not is_checked:
        schema = schema | {"allOf": with_one_rest(schema["allOf"], named)}
    result = {}
    for keyword, value in schema.items():
        inner = is_checked or keyword in CHECKED
        if keyword == "open":
            continue
        if keyword == "$ref":
            value = f"#/$defs/{value}"
        elif keyword in SCHEMA_LISTS:
            value = [standard(item, named, inner) for item in value]
        elif keyword in SCHEMA_MAPS:
            value = {key: standard(item, named, inner) for key, item in value.items()}
        elif keyword in SCHEMAS:
            value = standard(value, named, inner)
        result[keyword] = value
    if "type" not in schema and "$ref" not in schema and "enum" not in schema:
        # Keywords of one type imply it.
        if {"properties", "additionalProperties", "patternProperties"} & schema.keys():
            result["type"] = "object"
        elif {"items", "prefixItems"} & schema.keys():
            result["type"] = "array"
    if "prefixItems" in schema and not is_checked and result.get("type") == "array":
        # A tuple has exactly its elements.
        result["items"] = False
        result["minItems"] = max(len(schema["prefixItems"]), schema.get("minItems", 0))
    # Where null is allowed, the rest says nothing of it.
    return {"anyOf": [{"type": "null"}, result]} if not is_checked and may_be_null(schema) else result
