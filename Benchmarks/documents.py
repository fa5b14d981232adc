"""The documents to measure with: real responses repeated to ten megabytes, and made ones. All compact, as services send them."""

import copy
import json
import pathlib
import random
import sys

SIZE = 10_000_000


def compact(value):
    # The service escapes slashes; keep that.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("/", "\\/")


def wrapped(data):
    return {"status": "ok", "meta": {"count": len(data)}, "data": data}


def repeated_list(elements, size):
    count = size // len(compact(elements).encode()) + 1
    return wrapped([element for _ in range(count) for element in elements])


def repeated_map(data, size, first):
    count = size // len(compact(data).encode()) + 1
    values = list(data.values())
    return wrapped({str(first + i): values[i % len(values)] for i in range(count * len(values))})


def statistics(captured):
    data = json.loads((captured / "wot_tanks_stats.json").read_text())["data"]
    vehicles = next(iter(data.values()))
    # Players have a few hundred vehicles each.
    vehicles = (vehicles * 16)[:200]
    vehicles = [vehicle | {"frags": vehicle.get("frags") or {}} for vehicle in vehicles]
    return repeated_map({"1": vehicles}, SIZE, 500_000_000)


def provinces(captured):
    return repeated_list(json.loads((captured / "wot_globalmap_provinces.json").read_text())["data"], SIZE)


def missions(captured):
    return repeated_map(json.loads((captured / "wot_encyclopedia_personalmissions.json").read_text())["data"], SIZE, 1)


WORDS = (
    "battle clan tank crew order medal fortress mission reserve commander garage armor shell Grüße прорыв команда победа "
    "привет 戦車 車両 🎖 and the of with for a from as is on"
).split()


def text(generator, words):
    pieces = []
    for _ in range(words):
        pieces.append(generator.choice(WORDS))
        if generator.random() < 0.02:
            pieces.append('"quoted"\n')
    return " ".join(pieces)


def messages(_):
    generator = random.Random(1)
    made, size = [], 0
    while size < SIZE:
        message = {
            "id": len(made) + 1,
            "author": f"player_{generator.randrange(10**7)}",
            "title": text(generator, 6)[:200],
            "text": text(generator, generator.randrange(10, 200)),
            "tags": [generator.choice(WORDS[:16]) for _ in range(generator.randrange(5))],
            "reply_to": generator.randrange(10**6) if generator.random() < 0.5 else None,
        }
        size += len(compact(message).encode())
        made.append(message)
    return wrapped(made)


def tracks(_):
    generator = random.Random(2)
    made, size = [], 0
    while size < SIZE:
        latitude, longitude = generator.uniform(-80, 80), generator.uniform(-170, 170)
        points = []
        for _ in range(100):
            latitude += generator.uniform(-1e-3, 1e-3)
            longitude += generator.uniform(-1e-3, 1e-3)
            points.append([longitude, latitude, round(generator.uniform(0, 3000), 1)])
        track = {
            "id": len(made) + 1,
            "length": generator.expovariate(1e-4),
            "points": points,
            "samples": [generator.randrange(-(10**9), 10 ** generator.randrange(1, 16)) for _ in range(100)],
        }
        size += len(compact(track))
        made.append(track)
    return wrapped(made)


def names(_):
    """One small response; it is read many times."""
    generator = random.Random(3)
    return wrapped([{"nickname": f"abc{i:04}_{i}", "account_id": 500_000_000 + generator.randrange(10**8)} for i in range(8)])


MAKERS = {
    "Statistics": statistics, "Provinces": provinces, "Missions": missions, "Messages": messages, "Tracks": tracks,
    "Names": names,
}


def write(folder, captured):
    for name, make in MAKERS.items():
        path = folder / f"{name}.json"
        if path.exists():
            continue
        try:
            path.write_text(compact(make(captured)), encoding="utf-8")
        except FileNotFoundError as error:
            print(f"left out: {name}, which is made from {error.filename}", file=sys.stderr)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
