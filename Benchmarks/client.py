"""What a request costs through a client, against bare URLSession: ratios measured in one run.

    python3 Benchmarks/client.py [--rounds N] [--count N]

A server on 127.0.0.1, in a process of its own, answers each request with the same 100 players. `ours` goes through composition, cache
(a miss that is kept), retries and limits, the default transport, reading and validation; `bare` is URLSession alone with the same reading.
`transport` is the default transport and the reading. `-urlsession` and `-ahc` are the same by URLSession and AsyncHTTPClient. Processes take turns,
a ratio is the median over the rounds. Allocations are counted on Linux only.
"""

import argparse
import asyncio
import json
import multiprocessing
import pathlib
import statistics
import subprocess

from decoding import attempt, build_counter, run

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build"

PLAYERS = [{"nickname": f"player_{index}", "account_id": 500_000_000 + index} for index in range(100)]
BODY = json.dumps({"status": "ok", "meta": {"count": 100}, "data": PLAYERS}).encode()
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY


class Answering(asyncio.Protocol):
    """Answers whatever is asked by GET with the same response."""

    def connection_made(self, transport):
        self.transport = transport
        self.pending = b""

    def data_received(self, data):
        self.pending += data
        while b"\r\n\r\n" in self.pending:
            self.pending = self.pending.split(b"\r\n\r\n", 1)[1]
            self.transport.write(RESPONSE)


def serve(ports):
    async def main():
        server = await asyncio.get_running_loop().create_server(Answering, "127.0.0.1", 0)
        ports.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


def measure(operation, what, url, count, environment=None):
    command = [str(BUILD / "release/client"), operation, what, url, str(count)]
    output = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout
    return [float(word) for word in output.split()]


def compare(operation, title, url, arguments):
    """Lets all of them take turns, and prints the fastest of each and the ratios."""
    whats = ("bare", "ours", "transport", "ours-urlsession", "ours-ahc", "bare-ahc")
    rounds = [{what: measure(operation, what, url, arguments.count)[0] for what in whats} for _ in range(arguments.rounds)]
    for what in whats:
        fastest = min(times[what] for times in rounds)
        print(f"{title:<20} {what:<16}{fastest / 1_000:>8.1f} µs ({1e9 / fastest:,.0f}/s)", flush=True)
    pairs = [(what, "bare") for what in whats[1:]] + [("ours", "transport"), ("ours-ahc", "bare-ahc")]
    for what, base in pairs:
        median = statistics.median(times[what] / times[base] for times in rounds)
        fastest = min(times[what] for times in rounds) / min(times[base] for times in rounds)
        print(f"{title:<20} {what}/{base} median {median:.3f}, of the fastest {fastest:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--count", type=int, default=2_000)
    arguments = parser.parse_args()
    (BUILD / "peers").mkdir(parents=True, exist_ok=True)
    run("swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", BUILD, stdout=subprocess.DEVNULL)
    ports = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(ports,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{ports.get()}/"
    try:
        for what in ("memory", "disk"):
            times = [measure("each", what, url, arguments.count * 10)[0] for _ in range(arguments.rounds)]
            print(f"hit, {what:<8}{min(times) / 1_000:>9.2f} µs (median {statistics.median(times) / 1_000:.2f})", flush=True)
        for operation, title in (("each", "one after the other"), ("many", "64 at a time")):
            compare(operation, title, url, arguments)
        if environment := attempt("allocations", build_counter):
            for what in ("memory", "disk", "ours", "transport", "bare", "ours-urlsession", "ours-ahc", "bare-ahc"):
                allocations, size = measure("allocations", what, url, arguments.count, environment)
                print(f"allocations, {what:<16}{allocations:>8.1f} of {size:,.0f} bytes for each request", flush=True)
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
