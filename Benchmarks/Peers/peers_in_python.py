"""Typed decoding by msgspec; validation by jsonschema-rs and by fastjsonschema of what json.loads gives.

`peers_in_python.py OPERATION DOCUMENT FILE FOLDER` prints the fewest seconds of several runs.
"""

import json
import pathlib
import sys
import time

operation, document, path, folder = sys.argv[1:]
data = pathlib.Path(path).read_bytes()


def schema():
    return json.loads((pathlib.Path(folder) / f"{document}.schema.json").read_text())


if operation == "msgspec":
    import msgspec

    sys.path.insert(0, folder)
    import models

    decoder = msgspec.json.Decoder(getattr(models, document + "Document"))
    body = lambda: decoder.decode(data)
elif operation == "jsonschema-rs":
    import jsonschema_rs

    validator = jsonschema_rs.validator_for(schema())
    assert validator.is_valid(json.loads(data))
    body = lambda: validator.is_valid(json.loads(data))
elif operation == "fastjsonschema":
    import fastjsonschema

    check = fastjsonschema.compile(schema())
    body = lambda: check(json.loads(data))

times = max(1, 200_000 // len(data))
best, begin, runs = 1e9, time.perf_counter(), 0
while runs < 3 or (time.perf_counter() - begin < 1 and runs < 200):
    start = time.perf_counter()
    for _ in range(times):
        body()
    best = min(best, (time.perf_counter() - start) / times)
    runs += 1
print(best)
