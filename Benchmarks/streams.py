"""What a stream costs through a generated client, against AsyncHTTPClient by hand: ratios measured in one run.

    python3 Benchmarks/streams.py [--rounds N] [--events N] [--megabytes N] [--urlsession]

A server on 127.0.0.1, in a process of its own, sends events like those of a language model, each in a chunk of its own. `curl` and `ahc`
are a generated client with this transport, which reads and validates each event; `bare` is AsyncHTTPClient with lines split by hand and
Foundation's decoder. `first` is the time from the call to the first event. Uploads are multipart from a file, downloads go to a file; the
memory is what the process grows by at most, on Linux. Processes take turns, a ratio is the median over the rounds. `--urlsession` adds
URLSessionTransport, with which FoundationNetworking may forget a stream for ever.
"""

import argparse
import json
import multiprocessing
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from decoding import run

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build"
WORDS = ["The ", "sky ", "is ", "blue, ", "because ", "light ", "is ", "scattered; ", "\u00fcberall ", "\"so\" "]


def event(index):
    chunk = {
        "id": "chatcmpl-9wXkQ2bYl4", "object": "chat.completion.chunk", "created": 1767225600, "model": "model-2026-01-01",
        "choices": [{"index": 0, "delta": {"content": WORDS[index % len(WORDS)]}, "finish_reason": None}],
    }
    return b"data: " + json.dumps(chunk, separators=(",", ":"), ensure_ascii=False).encode() + b"\n\n"


EVENTS = [event(index) for index in range(len(WORDS))]
EVENT_SIZE = sum(map(len, EVENTS)) / len(EVENTS)


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def answer(connection, head):
    target = head.split(b" ", 2)[1].decode()
    number = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", target)}
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    if target.startswith("/chat"):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        end = chunk(b"data: [DONE]\n\n") + b"0\r\n\r\n"
        if pause := number.get("pause"):
            connection.sendall(head + chunk(EVENTS[0]))
            time.sleep(pause / 1_000)
            connection.sendall(chunk(EVENTS[1]) + end)
        else:
            whole, rest = divmod(number["events"], len(EVENTS) * 1_000)
            connection.sendall(head)
            portion = b"".join(map(chunk, EVENTS)) * 1_000
            for _ in range(whole):
                connection.sendall(portion)
            connection.sendall(b"".join(chunk(EVENTS[index % len(EVENTS)]) for index in range(rest)) + end)
    elif length is None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n\r\n" % number["bytes"])
        for _ in range(number["bytes"] >> 20):
            connection.sendall(bytes(1 << 20))
    return int(length[1]) if length else 0


def converse(connection):
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    pending = b""
    while True:
        while b"\r\n\r\n" not in pending:
            received = connection.recv(1 << 16)
            if not received:
                return
            pending += received
        head, pending = pending.split(b"\r\n\r\n", 1)
        left = answer(connection, head)
        if left:
            left -= len(pending)
            pending = b""
            while left > 0:
                left -= len(connection.recv(min(left, 1 << 18)))
            body = b'{"bytes": 1}'
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


def serve(ports):
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    ports.put(listener.getsockname()[1])
    while True:
        threading.Thread(target=converse, args=(listener.accept()[0],), daemon=True).start()


def measure(operation, what, url, count, *rest):
    command = [str(BUILD / "release/streams"), operation, what, url, str(count), *rest]
    return [float(word) for word in subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, timeout=600).stdout.split()]


def compare(title, whats, rounds, take, show):
    """Lets all take turns, and prints the best of each and the ratios to `bare`."""
    results = []
    for number in range(rounds):
        print(f"{title}: round {number + 1} of {rounds}", end="\r", file=sys.stderr, flush=True)
        results.append({what: take(what) for what in whats})
    for what in whats:
        best = min(result[what][0] for result in results)
        ratio = statistics.median(result["bare"][0] / result[what][0] for result in results)
        memory = max(result[what][1] for result in results) / 1e6 if len(results[0][what]) > 1 else None
        print(f"{title:<12}{what:<12}{show(best):<36}{ratio:>6.2f} times as fast as bare"
              + (f", {memory:.1f} MB more memory" if memory is not None else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--urlsession", action="store_true")
    arguments = parser.parse_args()
    run("swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", BUILD, "--product", "streams",
        stdout=subprocess.DEVNULL)
    ports = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(ports,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{ports.get()}/"
    whats = ["bare", "curl", "ahc"] + (["urlsession"] if arguments.urlsession else [])
    size = arguments.megabytes << 20
    try:
        compare("events", whats, arguments.rounds, lambda what: measure("events", what, url, arguments.events),
                lambda best: f"{arguments.events / best:,.0f} events/s, {arguments.events * EVENT_SIZE / best / 1e6:,.1f} MB/s")
        compare("first event", whats, arguments.rounds, lambda what: measure("first", what, url, 200), lambda best: f"{best:.3f} ms")
        with tempfile.TemporaryDirectory() as folder:
            for operation in ("upload", "download"):
                compare(operation, whats, arguments.rounds, lambda what: measure(operation, what, url, size, f"{folder}/file"),
                        lambda best: f"{best:.2f} s, {size / best / 1e6:,.0f} MB/s")
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
