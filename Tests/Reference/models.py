"""The models in generated code: their properties by wire names, to write key paths."""

import re

STRUCT = re.compile(r"^(?:extension (?P<outer>[\w.]+) \{|(?P<indent> *)public struct (?P<name>\w+))", re.M)
PROPERTY = re.compile(r"public (?:let|var) `?(\w+)`?: ([^={\n]+?)(?: \{ _\w+ \})?$", re.M)
ENTRY = re.compile(r'\$0\.\w+\(\s*"([^"]+)",\s*\\\.`?_*(\w+)`?')


class Models:
    """All types of a module, and those of a request."""

    def __init__(self, folder, request):
        self.structs, self.names = {}, {}
        for source in [file.read_text() for file in sorted((folder / "Models").glob("*.swift"))] + [request]:
            self.names.update(re.findall(r"^public typealias (\w+) = (.+)$", source, re.M))
            self.read(source)

    def read(self, source):
        starts = list(STRUCT.finditer(source))
        outer = ""
        for start, end in zip(starts, [match.start() for match in starts[1:]] + [len(source)]):
            if start["outer"]:
                outer, name = start["outer"], start["outer"]
            elif start["indent"]:
                name = f"{outer}.{start['name']}"
            else:
                outer, name = "", start["name"]
            text = source[start.start() : end]
            known = self.structs.setdefault(name, Struct(self, name))
            known.types.update({swift.lstrip("_"): kind for swift, kind in PROPERTY.findall(text)})
            known.wire.update({wire: swift for wire, swift in ENTRY.findall(text)})
            for alias, meaning in re.findall(r"^  public typealias (\w+) = (.+)$", text, re.M):
                self.names[f"{name}.{alias}"] = meaning

    def model(self, scope, kind):
        """The struct that a type consists of, as it is named within another one."""
        kind = kind.strip()
        while kind.endswith("?") or kind.startswith("["):
            kind = kind[:-1] if kind.endswith("?") else kind[1:-1].split(": ", 1)[-1]
        parts = scope.split(".")
        for count in range(len(parts), -1, -1):
            name = ".".join([*parts[:count], kind])
            if name in self.names:
                return self.model(".".join(parts[:count]), self.names[name])
            if name in self.structs:
                return self.structs[name]
        raise KeyError(f"no struct {kind} in {scope}")


class Struct:
    """A struct: its properties' types, and their names by those on the wire."""

    def __init__(self, models, name):
        self.models, self.name, self.types, self.wire = models, name, {}, {}

    def key_path(self, path):
        r"""`\.statistics.all.wins`"""
        struct, steps = self, []
        names = path.split(".")
        for position, name in enumerate(names):
            swift = struct.wire[name]
            steps.append(swift)
            if position + 1 < len(names):
                struct = self.models.model(struct.name, struct.types[swift])
        return "\\." + ".".join(steps)
