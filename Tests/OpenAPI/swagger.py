"""Swagger 2.0 documents as those of OpenAPI 3, from the two specifications alone.

Values that several parts of a document share are repeated in each of them, so nothing has to be found again.
"""

METHODS = ["get", "put", "post", "delete", "options", "head", "patch"]
TABLES = ["properties", "definitions"]
DATA = ["example", "examples", "default", "enum"]
KEYWORDS = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf"]
FORM, MULTIPART, JSON = "application/x-www-form-urlencoded", "multipart/form-data", "application/json"
STYLES = {"csv": ("form", False), "ssv": ("spaceDelimited", False), "pipes": ("pipeDelimited", False), "multi": ("form", True)}
FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}


def schema(value, is_table=False):
    """A schema: nullable, discriminators and files have other words."""
    if isinstance(value, list):
        return [schema(item) for item in value]
    if not isinstance(value, dict):
        return value
    if is_table:
        return {name: schema(item) for name, item in value.items()}
    if value.get("type") == "null":
        # No version before 3.1 has this type.
        return {"enum": [None], "nullable": True}
    found = {}
    for key, item in value.items():
        if key in DATA:
            found[key] = item
        elif key == "$ref":
            found[key] = item.replace("#/definitions/", "#/components/schemas/")
        elif key == "x-nullable":
            found["nullable"] = item
        elif key == "discriminator" and isinstance(item, str):
            found[key] = {"propertyName": item}
        elif key == "items" and isinstance(item, list):
            # No schema of Swagger 2.0 says so. It is what tools make of `anyOf`.
            if value.get("type") == "array":
                found["items"] = {"anyOf": schema(item)}
            else:
                found["anyOf"] = schema(item)
        else:
            found[key] = schema(item, key in TABLES)
    if isinstance(found.get("type"), list):
        # Nor has it lists of types.
        types = [schema({"type": name}) for name in found.pop("type")]
        found["allOf"] = found.get("allOf", []) + [{"anyOf": types}]
    if found.get("type") == "file":
        found.update(type="string", format="binary")
    return found


class Upgrade:
    def __init__(self, root):
        self.root = root

    def resolved(self, value):
        while "$ref" in value:
            target = self.root
            for part in value["$ref"][2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            value = target
        return value

    def style(self, value, place):
        """The style of a list; nil for one that has none."""
        name = value.get("collectionFormat", "csv")
        if place in ("query", "formData"):
            style, explode = STYLES[name]
            return {"style": style, "explode": explode}
        return {"style": "simple", "explode": False} if name == "csv" else None

    def is_text(self, value, place):
        """Whether a list is a text for want of a style."""
        if value.get("type") != "array":
            return False
        is_nested = value.get("items", {}).get("type") == "array"
        return is_nested or value.get("collectionFormat") == "tsv" or self.style(value, place) is None

    def own_schema(self, value, place):
        if self.is_text(value, place):
            return {"type": "string"}
        return schema({key: item for key, item in value.items() if key in KEYWORDS})

    def parameter(self, value):
        found = {key: value[key] for key in ("name", "in", "description", "required") if key in value}
        found["schema"] = self.own_schema(value, value["in"])
        if value.get("type") == "array" and not self.is_text(value, value["in"]):
            found.update(self.style(value, value["in"]))
        return found

    def content(self, types, described):
        """The media types of a schema. Other ways to write what JSON can write are the same value."""
        target = self.resolved(described)
        if JSON in types and target.get("type") not in ("string", "file"):
            types = [JSON]
        is_file = target.get("type") == "file" or target.get("format") == "binary"
        types = types or (["application/octet-stream"] if is_file else [JSON])
        return {name: {"schema": schema(described)} for name in types}

    def body(self, parameters, consumes):
        body = next((value for value in parameters if value["in"] == "body"), None)
        if body:
            return {"required": body.get("required", False), "content": self.content(consumes, body["schema"])}
        fields = [value for value in parameters if value["in"] == "formData"]
        if not fields:
            return None
        has_file = any(value.get("type") == "file" for value in fields)
        is_multipart = has_file or MULTIPART in consumes and FORM not in consumes
        required = [value["name"] for value in fields if value.get("required")]
        form = {
            "type": "object", "required": required,
            "properties": {value["name"]: self.own_schema(value, "formData") for value in fields}}
        encoding = {
            value["name"]: self.style(value, "formData") for value in fields
            if value.get("type") == "array" and not self.is_text(value, "formData")}
        content = {"schema": form, "encoding": encoding}
        return {"required": bool(required), "content": {MULTIPART if is_multipart else FORM: content}}

    def answer(self, value, produces, status):
        value = self.resolved(value)
        found = {"description": value.get("description", "")}
        examples = value.get("examples", {})
        if "schema" in value:
            target = self.resolved(value["schema"])
            is_failure = status == "default" or int(status) >= 400
            if is_failure and target.get("type") not in ("string", "file") and JSON not in produces:
                produces = [JSON]
            found["content"] = self.content(produces, value["schema"])
            for name, content in found["content"].items():
                if name in examples:
                    content["example"] = examples[name]
        return found

    def operation(self, operation, shared):
        parameters = {}
        for value in map(self.resolved, shared + operation.get("parameters", [])):
            parameters[value["in"], value["name"]] = value
        parameters = list(parameters.values())
        consumes = operation.get("consumes", self.root.get("consumes", []))
        produces = operation.get("produces", self.root.get("produces", []))
        found = {key: operation[key] for key in ("operationId", "security") if key in operation}
        found["parameters"] = [self.parameter(value) for value in parameters if value["in"] not in ("body", "formData")]
        if body := self.body(parameters, consumes):
            found["requestBody"] = body
        if "schemes" in operation and "host" in self.root:
            found["servers"] = self.servers(operation["schemes"])
        found["responses"] = {
            str(status): self.answer(value, produces, str(status)) for status, value in operation["responses"].items()}
        return found

    def servers(self, schemes):
        # `https` first, as a client should.
        names = sorted((name for name in schemes if name in ("http", "https")), reverse=True) or ["https"]
        return [{"url": f"{name}://{self.root['host']}{self.root.get('basePath', '')}"} for name in names]

    def credential(self, value):
        if value["type"] == "basic":
            return {"type": "http", "scheme": "basic"}
        if value["type"] == "oauth2":
            return {"type": "oauth2", "flows": {FLOWS.get(value["flow"], value["flow"]): value}}
        return value

    def document(self):
        root = self.root
        found = {"openapi": "3.0.0", "info": root.get("info", {}), "paths": {}}
        # Without a host, the caller says where the API is.
        found["servers"] = self.servers(root.get("schemes", [])) if "host" in root else [{"url": "https://api.example"}]
        for key in ("security", "tags"):
            if key in root:
                found[key] = root[key]
        for path, item in root["paths"].items():
            item = self.resolved(item)
            found["paths"][path] = {
                method: self.operation(item[method], item.get("parameters", [])) for method in METHODS if method in item}
        found["components"] = {
            "schemas": schema(root.get("definitions", {}), True),
            "securitySchemes": {
                name: self.credential(value) for name, value in root.get("securityDefinitions", {}).items()}}
        return found


def upgraded(root):
    return Upgrade(root).document()
