"""Composes parameters in all styles, by the rules of RFC 6570 (section 3.2.1) and the tables of OpenAPI 3.1.1.

Shares no code with the runtime, and writes one JSON object per line: what is sent, and the text that it should become;
null where nobody could read it back. `ParameterStyleTests` runs it.

    python3 Tests/parameter_styles.py SEED COUNT
"""

import json
import random
import sys
import urllib.parse

# RFC 6570, appendix A: first character, separator between variables, whether they are named, text after an empty name.
OPERATORS = {
    "form": ("", "&", True, "="),
    "simple": ("", ",", False, ""),
    "label": (".", ".", False, ""),
    "matrix": (";", ";", True, ""),
}
PLACES = {
    "form": ["query", "cookie"],
    "simple": ["path", "header"],
    "label": ["path"],
    "matrix": ["path"],
    "spaceDelimited": ["query"],
    "pipeDelimited": ["query"],
    "deepObject": ["query"],
    "json": ["query", "path"],
}
# Of the characters that RFC 3986 reserves, those that don't end a part of the URL there.
RESERVED = {"query": "/:@!$'()*,;=?", "path": "/:@!$&'()*+,;="}


class Ambiguous(Exception):
    """A text that would be read as several."""


def encoder(place, reserved):
    if place == "header":
        return lambda text: text
    return lambda text: urllib.parse.quote(text, safe=RESERVED[place] if reserved else "")


def text(value):
    # A whole number has no fraction.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)


def expand(style, explode, place, reserved, name, value):
    encode = encoder(place, reserved)
    if style == "json":
        return named("query" if place != "path" else "", name, encode(compact(value)), encode)
    if style == "deepObject":
        return "&".join(f"{quote(key)}={encode(item)}" for key, item in deep(name, value))
    if style in ("spaceDelimited", "pipeDelimited"):
        separator = "%20" if style == "spaceDelimited" else "%7C"
        parts = flat(value)
        return f"{quote(name)}={joined(parts, separator, encode)}" if parts else ""
    first, separator, is_named, empty = OPERATORS[style]
    if place == "cookie":
        separator = "; "

    def pair(key, item, is_bare=False):
        return f"{key if is_bare else quote(key) if place != 'header' else key}" + (
            f"={item}" if item else empty)

    if not isinstance(value, (list, dict)):
        item = encode(text(value))
        return first + (pair(name, item) if is_named else item)
    if not value:
        return ""
    if not explode:
        item = joined(flat(value), ",", encode)
        return first + (pair(name, item) if is_named else item)
    if isinstance(value, list):
        items = [encode(text(item)) for item in value]
        if place in ("path", "header"):
            refuse(items, separator)
        return first + separator.join(pair(name, item) if is_named else item for item in items)
    pairs = [(encode(key), encode(text(item))) for key, item in value.items()]
    if place in ("path", "header"):
        refuse([part for pair in pairs for part in pair], separator)
        refuse([key for key, _ in pairs], "=")
        return first + separator.join(
            key if style == "matrix" and not item else f"{key}={item}" for key, item in pairs)
    return first + separator.join(f"{quote(key)}={encode(text(item))}" for key, item in value.items())


def named(place, name, item, encode):
    return f"{quote(name)}={item}" if place else item


def quote(name):
    return urllib.parse.quote(name, safe="")


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def flat(value):
    if isinstance(value, dict):
        return [part for key, item in value.items() for part in (key, text(item))]
    return [text(item) for item in value] if isinstance(value, list) else [text(value)]


def joined(parts, separator, encode):
    items = [encode(part) for part in parts]
    refuse(items, separator)
    return separator.join(items)


def refuse(items, separator):
    if any(separator in item for item in items):
        raise Ambiguous


def deep(name, value):
    """OpenAPI describes one level; more of them nest as PHP, Rails and qs read them."""
    if isinstance(value, dict):
        for bracket in "[]":
            refuse(list(value), bracket)
        return [pair for key, item in value.items() for pair in deep(f"{name}[{key}]", item)]
    if isinstance(value, list):
        nested = any(isinstance(item, (list, dict)) for item in value)
        return [
            pair for index, item in enumerate(value) for pair in deep(f"{name}[{index if nested else ''}]", item)]
    return [(name, text(value))]


WORDS = [
    "", "blue", "black", "brown", "a b", " ", "a,b", ",", "+", "&", "#", "/", "?", "%", "%2F", "a+b&c#d/e?f%g", "синий цвет",
    "Ёж", "..", ".", "a.b", "a=b", ";", "a;b=c", "|", "[x]", "{}", "\"", "\\", "~-._", "é", "日本", "😀", "100", "true",
]
ASCII = [word for word in WORDS if word.isascii() and word == word.strip()]


def scalar(random, place):
    kind = random.random()
    if kind < 0.75:
        return random.choice(ASCII if place == "header" else WORDS)
    return random.choice([0, -7, 100, True, False, 12345678901, 2.0, -10.0, 0.5])


def value(random, style, place, depth=0):
    kind = random.random()
    if style in ("spaceDelimited", "pipeDelimited", "deepObject") and depth == 0:
        kind = 0.4 + 0.6 * kind
    inner = (lambda: value(random, style, place, depth + 1)) if style in ("deepObject", "json") and depth < 2 else (
        lambda: scalar(random, place))
    if kind < 0.4:
        return scalar(random, place)
    if kind < 0.7:
        return [inner() for _ in range(random.choice([0, 1, 1, 2, 3]))]
    keys = random.sample([word for word in (ASCII if place == "header" else WORDS) if word], random.choice([0, 1, 2, 3]))
    return {key: inner() for key in keys}


def main():
    source = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        style = source.choice(list(PLACES))
        place = source.choice(PLACES[style])
        explode = style in ("form", "simple", "label", "matrix") and source.random() < 0.5
        reserved = place in RESERVED and source.random() < 0.3
        name = source.choice(["color", "ids[]", "цвет", "a b"]) if place != "path" else "color"
        item = value(source, style, place)
        try:
            expected = expand(style, explode, place, reserved, name, item)
        except Ambiguous:
            expected = None
        print(json.dumps({
            "style": style, "explode": explode, "place": place, "reserved": reserved, "name": name, "value": item,
            "expected": expected}))


main()
