"""Which versions of Apple's systems Swift source code has made sure of, at each place."""

import bisect
import re

_token = re.compile(r"""
    (?P<space>\s+|//[^\n]*)
  | (?P<comment>/\*)
  | (?P<string>\#*\"\"\"|\#*\")
  | (?P<condition>\#(?:if|elseif|else|endif)\b[^\n]*)
  | (?P<available>\#available\s*\([^)]*\)|@available\s*\([^)]*\))
  | (?P<word>\w+|`[^`]*`)
  | (?P<sign>.)
""", re.VERBOSE)
_promise = re.compile(r"\b(macOS|iOS|tvOS|watchOS)(?:\s*,\s*introduced\s*:)?\s+(\d+)(?:\.(\d+))?")
_apple = re.compile(r"(os|canImport)\((\w+)\)")
_absent = {"FoundationNetworking", "Glibc", "Musl", "Android", "WinSDK", "CRT", "OpenCombine"}
_present = {"Darwin", "CryptoKit", "Combine", "os", "Network"}
_systems = {"macOS", "iOS", "tvOS", "watchOS", "visionOS"}


class Guards:
    """Follows braces, `if #available`, `guard #available`, `@available`, and branches that Apple's systems don't compile."""

    def __init__(self, source):
        self._lines = [0]
        for line in source.encode().split(b"\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._starts, self._states = [0], [{}]
        self._scan(source)

    def missing(self, needed, line, column):
        """The needed versions that aren't sure at a place, whose line and column (in bytes of UTF-8) count from 1."""
        state = self._states[bisect.bisect_right(self._starts, self._lines[line - 1] + column - 1) - 1]
        if state is None:
            return {}
        return {name: first for name, first in needed.items() if state.get(name, (0, 0)) < first}

    def _scan(self, source):
        scopes = [_Scope({})]
        branches = []  # For each #if: whether a branch that Apple's systems compile for sure has been.
        excluded = []  # For each #if: whether Apple's systems don't compile the branch.
        at, offset = 0, 0

        def note():
            self._starts.append(offset)
            self._states.append(None if any(excluded) else scopes[-1].now)

        while at < len(source):
            match = _token.match(source, at)
            kind, text, end = match.lastgroup, match.group(), match.end()
            if kind == "comment":
                end = _end_of_comment(source, at)
            elif kind == "string":
                end = _end_of_string(source, end, text)
            offset += len(source[at:end].encode())
            scope = scopes[-1]
            if kind == "condition":
                _branch(text, branches, excluded)
                note()
            elif kind == "available":
                versions = {name: (int(major), int(minor or 0)) for name, major, minor in _promise.findall(text)}
                if text.startswith("@"):
                    # An attribute is about the signature, too, as far as the next brace or the end of the declaration.
                    scope.attribute = {**scope.attribute, **versions}
                else:
                    scope.pending = {**scope.pending, **versions}
                note()
            elif kind == "word":
                if scope.attribute and not scope.is_declared:
                    scope.is_declared = text in _introducers
                elif scope.attribute and text in _introducers | {"@"}:
                    scope.end_attribute()
                    note()
                if text == "guard":
                    scope.guard = {}
                if text == "else" and scope.guard is not None:
                    scope.guard, scope.pending, scope.is_else = scope.pending, {}, True
            elif text == "@" and scope.is_declared:
                scope.end_attribute()
                note()
            elif text == "{":
                # Only the block that the condition or the declaration is about gets the promise: a closure in a condition
                # is in parentheses, or after `guard`.
                inner = scope.now if scope.guard is not None else {**scope.now, **scope.pending}
                if scope.guard is None:
                    scope.pending = {}
                scopes.append(_Scope(inner))
                note()
            elif text == "}" and len(scopes) > 1:
                scopes.pop()
                scope = scopes[-1]
                if scope.is_else:
                    scope.sure = {**scope.sure, **(scope.guard or {})}
                    scope.guard, scope.is_else = None, False
                scope.end_attribute()
                note()
            at = end


# What a declaration begins with, after its modifiers.
_introducers = {"func", "var", "let", "init", "deinit", "subscript", "struct", "class", "enum", "actor", "protocol",
                "extension", "typealias", "associatedtype", "case", "macro", "operator"}


class _Scope:
    """A block: what is sure in it, and what its current statement or declaration adds."""

    def __init__(self, sure):
        self.sure = sure
        # The versions that a condition asks for, until its block begins.
        self.pending = {}
        # Those of an attribute, until its declaration ends.
        self.attribute = {}
        self.is_declared = False
        # Within `guard`: what is sure after it.
        self.guard = None
        self.is_else = False

    @property
    def now(self):
        return {**self.sure, **self.attribute}

    def end_attribute(self):
        self.attribute, self.is_declared = {}, False


def _branch(text, branches, excluded):
    """Goes on to another branch of #if."""
    keyword, _, condition = text.partition(" ")
    if keyword == "#if":
        holds = _on_apple(condition)
        branches.append(holds is True)
        excluded.append(holds is False)
    elif keyword == "#endif":
        if branches:
            branches.pop()
            excluded.pop()
    elif branches:
        holds = True if keyword == "#else" else _on_apple(condition)
        excluded[-1] = branches[-1] or holds is False
        branches[-1] = branches[-1] or holds is True


def _on_apple(condition):
    """Whether a condition of #if holds on Apple's systems: true, false, or None where that depends on more."""
    condition = condition.split("//")[0].strip()
    for sign, decisive in (("||", True), ("&&", False)):
        if sign in condition:
            parts = [_on_apple(part) for part in condition.split(sign)]
            if decisive in parts:
                return decisive
            return None if None in parts else not decisive
    negated = condition.startswith("!")
    match = _apple.fullmatch(condition.lstrip("!").strip())
    if not match:
        return None
    kind, name = match.groups()
    if kind == "os":
        holds = None if name in _systems else False
    else:
        holds = True if name in _present else False if name in _absent else None
    return holds if holds is None else holds != negated


def _end_of_comment(source, start):
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(source, start):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(source)


def _end_of_string(source, at, quote):
    """The end of a string literal that begins with a quote before `at`; interpolations are skipped with it."""
    pounds = quote.count("#")
    close, escape = quote.strip("#") + "#" * pounds, "\\" + "#" * pounds
    while at < len(source):
        if source.startswith(close, at):
            return at + len(close)
        if source.startswith(escape + "(", at):
            at = _end_of_interpolation(source, at + len(escape) + 1)
        elif source.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at


def _end_of_interpolation(source, at):
    depth = 1
    while at < len(source) and depth > 0:
        match = _token.match(source, at)
        at = match.end()
        if match.lastgroup == "string":
            at = _end_of_string(source, at, match.group())
        elif match.lastgroup == "comment":
            at = _end_of_comment(source, match.start())
        elif match.group() == "(":
            depth += 1
        elif match.group() == ")":
            depth -= 1
    return at
