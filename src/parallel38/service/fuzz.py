"""Malformed requests to every endpoint of a running service, which must answer each soon, with a sentence, and run on.

The endpoints are taken from the service itself: its routes, and its OpenAPI description for queries and bodies. So a
new endpoint is tried without being named here. Requests are written to the socket byte by byte, because a library that
helps to write right ones refuses to write wrong ones.
"""

from __future__ import annotations

import json
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from parallel38.api import from_position
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.positions import write_position
from parallel38.engine.texts import LANGUAGES
from parallel38.fuzz.files import broken, changed, played
from parallel38.fuzz.notation import GARBAGE, distort, place, unit
from parallel38.games import game_names, title
from parallel38.service.app import make_app
from parallel38.service.outside import TOKEN, Running, running

SLOW = 5.0
"""Seconds within which every answer must come."""
MOMENTS = (0, 1, 20, 80, 200)
"""After how many actions the games begin that the service is asked about."""
KEPT = 24
"""Games that the service has at once; when a request begins more, some are deleted."""
METHODS = ("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "BREW", "get")
ODD = (
    b"",
    b"\xff",
    b"\xc3\x28",
    b"%",
    b"%zz",
    b"%00",
    b"%ff",
    b"%2e%2e%2f",
    b"..",
    b"a b",
    b"\t",
    b"'\"<>",
    b"x" * 9000,
)
NUMBERS = ("0", "1", "-1", "5", "99999", "9" * 30, "9" * 5000, "1e3", "1.5", "x", "", "٣", "0x1", " 1", "true", "null")
HEADERS: dict[str, tuple[bytes, ...]] = {
    "Host": (b"", b"evil.example", b"[", b"\xe9", b"127.0.0.1:notaport", b"x" * 5000),
    "Origin": (b"", b"null", b"http://[", b"http://evil.example", b"\xff\xfe", b"http://127.0.0.1:99999"),
    "Accept-Language": (b"", b"es", b"xx;q=z", b"\xff", b"," * 2000, b"es-ES;q=0.9, *;q=0"),
    "Accept": (b"text/html", b"\xff", b"*/*;q=x", b""),
    "Accept-Encoding": (b"gzip", b"br;q=x", b"\xff", b"identity;q=0"),
    "Content-Type": (
        b"",
        b"text/plain",
        b"application/x-www-form-urlencoded",
        b"multipart/form-data",
        b"\xff",
        b"application/json; charset=utf-7",
        b"application/msgpack",
    ),
    "Content-Encoding": (b"gzip", b"x"),
    "Cookie": (b"parallel38=", b"=;=;", b"parallel38=\xff", b"a" * 9000, b'parallel38="', b"$Version=1"),
    "Authorization": (b"", b"Bearer", b"Bearer \xe9", b"Basic x"),
    "If-None-Match": (b"*", b'"x', b"\xff"),
    "Range": (b"bytes=0-1", b"bytes=9-0,x"),
    "Connection": (b"close", b"upgrade", b"keep-alive, x"),
    "Upgrade": (b"websocket", b"h2c"),
    "Expect": (b"100-continue", b"x"),
    "X": (b"\xff" * 100, b"x" * 60_000),
}


class Endpoint(NamedTuple):
    """One endpoint of the service: its method, its path, and the names of its query parameters and body fields."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    body: tuple[str, ...] = ()


class Request(NamedTuple):
    """A request as it goes out; `whole` if it is one that HTTP allows, so that there must be an answer."""

    method: str
    data: bytes
    whole: bool
    about: str


class Answers(msgspec.Struct):
    """What a service said to many requests."""

    requests: int = 0
    statuses: dict[str, int] = {}
    unanswered: int = 0
    """Requests that HTTP does not allow, after which the service closed the line without a word."""
    live_lines: int = 0
    endpoints: int = 0
    slowest_s: float = 0.0
    slowest_beat_s: float = 0.0
    """The longest wait in seconds of a plain request that is repeated all the time beside the others."""
    tracebacks: int = 0
    seconds: float = 0.0
    faults: list[str] = []
    late: list[str] = []
    """Requests that were answered too late; on a busy machine that need not be a fault of the service."""


def endpoints() -> list[Endpoint]:
    """Every endpoint of the service: from its routes, with what its description says of queries and bodies."""
    with TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "games.sqlite")
        described = app.openapi_schema.to_schema()
        app.state.store.close()
    shapes = described["components"]["schemas"]
    found = []
    for route in app.routes:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
        for method in sorted(set(getattr(route, "methods", ())) - {"OPTIONS"}) or ["LIVE"]:
            told = described["paths"].get(path, {}).get(method.lower(), {})
            query = tuple(p["name"] for p in told.get("parameters", ()) if p["in"] == "query")
            shape = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            body = tuple(shapes[shape["$ref"].rsplit("/", 1)[-1]]["properties"]) if "$ref" in shape else ()
            found.append(Endpoint(method, path, query, body))
    return found


def send_requests(service: Running, requests: int, seed: int, log: Path) -> Answers:
    """Send so many malformed requests, and return what the service answered. The service writes its log into a file."""
    client = Client(service, Random(seed))
    answers = client.answers
    begun = time.perf_counter()
    with _heartbeat(service, answers):
        for _ in range(requests):
            client.step()
    answers.seconds = round(time.perf_counter() - begun, 1)
    answers.tracebacks = log.read_text(encoding="utf-8", errors="replace").count("Traceback (most recent call last)")
    if answers.tracebacks:
        answers.faults.append(f"{answers.tracebacks} tracebacks in {log}")
    return answers


def fuzz_service(requests: int, seed: int, folder: Path) -> Answers:
    """Start a service with its data in a folder, send it so many malformed requests, and return its answers."""
    log = folder / "service.log"
    with running(folder / "data", log) as service:
        return send_requests(service, requests, seed, log)


class Client:
    """A client that sends malformed requests to every endpoint of a service."""

    def __init__(self, service: Running, rng: Random) -> None:
        self.service, self.rng, self.answers = service, rng, Answers()
        self.endpoints = endpoints()
        self.answers.endpoints = len(self.endpoints)
        self.games: dict[str, Game] = {}
        self.numbers: dict[str, int] = {}
        for name in game_names():
            for board, lang in product(title(name).boards, LANGUAGES):  # drawn once, and that takes its time
                service.bytes_of(f"/api/boards/{name}/{board}/board.svg?lang={lang}")
            for actions in MOMENTS:
                self._begin(name, actions)

    def _begin(self, name: str, actions: int) -> None:
        text = write_position(played(name, actions % 4, actions).to_position())
        self._know(self.service.post("/api/games/import", {"text": text})["id"])

    def _know(self, id_: str) -> None:
        """Learn how a game stands."""
        self.games[id_] = from_position(self.service.bytes_of(f"/api/games/{id_}/position").decode())
        self.numbers[id_] = self.service.get(f"/api/games/{id_}")["number"]

    def step(self) -> None:
        """Send one request to a random endpoint, and keep about as many games as there were."""
        endpoint = self.rng.choice(self.endpoints)
        id_ = self.rng.choice(sorted(self.games))
        if endpoint.method == "LIVE" and self.rng.random() < 0.7:
            self._live(id_)
        else:
            self._ask(self._request(endpoint, id_), id_)
        if self.rng.random() < 0.02:
            self._keep_house()

    def _keep_house(self) -> None:
        """Delete games that requests have begun, begin some for those that they have deleted, and look anew."""
        there = [row["id"] for row in self.service.get("/api/games")]
        for id_ in there[KEPT:]:
            self._ask(Request("DELETE", _head("DELETE", f"/api/games/{id_}", self.service.port), True, ""), id_)
        self.games = {id_: game for id_, game in self.games.items() if id_ in there[:KEPT]}
        if len(self.games) < len(game_names()) * len(MOMENTS) // 2:
            self._begin(self.rng.choice(game_names()), self.rng.choice(MOMENTS))
        with suppress(BadInputError):  # a game may be deleted, or be a position that can hardly be played
            self._know(self.rng.choice(there[:KEPT]))

    # ------------------------------------------------------------------------------------------------ what is asked

    def _request(self, endpoint: Endpoint, id_: str) -> Request:
        rng = self.rng
        path = re.sub(r"\{(\w+)\}", lambda found: self._in_path(found[1], id_), endpoint.path)
        asked = [(name, self._in_query(name, id_)) for name in endpoint.query if rng.random() < 0.6]
        query = "&".join(f"{name}={quote(value, safe='~,', errors='replace')}" for name, value in asked)
        raw = (path + (f"?{query}" if query else "")).encode("utf-8", "replace")
        method, whole = endpoint.method if endpoint.method != "LIVE" else "GET", True
        if rng.random() < 0.05:
            method = rng.choice(METHODS)
        if rng.random() < 0.1:
            i = rng.randint(1, len(raw))
            raw = raw[:i] + rng.choice(ODD) + raw[i:]
            whole = False
        body = self._body(endpoint, id_)
        headers = {"Host": f"127.0.0.1:{self.service.port}".encode(), "Authorization": f"Bearer {TOKEN}".encode()}
        headers |= {"Connection": b"close"} | ({"Content-Type": b"application/json"} if body else {})
        length: bytes | None = str(len(body)).encode() if body or method in ("POST", "PATCH", "PUT") else None
        if rng.random() < 0.15:
            for name in rng.sample(sorted(HEADERS), rng.choice((1, 1, 2, 4))):
                headers[name] = rng.choice(HEADERS[name])
            whole = False
        if rng.random() < 0.03:
            length, whole = rng.choice((None, b"-1", b"x", b"99", b"0", b"9" * 30)), False
        lines = [b"%s %s HTTP/1.1" % (method.encode(), raw), *(n.encode() + b": " + v for n, v in headers.items())]
        lines += [b"Content-Length: " + length] if length is not None else []
        data = b"\r\n".join([*lines, b"", body])
        if rng.random() < 0.02:
            i = rng.randrange(len(data))
            data, whole = data[:i] + rng.choice(ODD) + data[i + rng.choice((0, 1, 50)) :], False
        return Request(method, data, whole, f"{method} {raw[:200]!r} {body[:200]!r}")

    def _in_path(self, name: str, id_: str) -> str:
        rng = self.rng
        usual = {"id_": id_, "name": rng.choice(game_names()), "n": str(rng.randint(0, 30)), "path": "js/home.js"}
        usual["board"] = self.games[id_].rules.board_id
        usual["label"] = place(self.games[id_], rng)
        text = usual[name] if rng.random() < 0.8 else rng.choice((*NUMBERS, *GARBAGE, "../x", "x/y"))
        return quote(text, safe="/" if name == "path" else "", errors="replace")

    def _in_query(self, name: str, id_: str) -> str:
        rng, game = self.rng, self.games[id_]
        if rng.random() < 0.15:
            return rng.choice((*GARBAGE, *NUMBERS))
        units = ",".join(unit(game, rng) for _ in range(rng.choice((1, 1, 3, 400))))
        kinds = [f"{kind}-{side}" for kind in game.rules.overlays for side in game.rules.sides] + [*game.rules.overlays]
        usual = {
            "unit": unit(game, rng),
            "units": units,
            "hex": place(game, rng),
            "kind": rng.choice([*kinds, "reach"]),
            "edition": game.rules.setting.edition,
            "scenario": game.rules.setting.scenario,
        }
        usual |= {
            "lang": rng.choice(("en", "es", "xx")),
            "verb": rng.choice(sorted(game.rules.verbs)),
            "mode": rng.choice([offer.mode for offer in game.offers()] or [""]),
        }
        return usual.get(name, rng.choice(NUMBERS))

    def _body(self, endpoint: Endpoint, id_: str) -> bytes:
        rng = self.rng
        if not endpoint.body:
            return b"" if rng.random() < 0.9 else rng.choice((b"{}", b"x" * 100, b"[" * 3000))
        plain: Any = {name: self._value(name, id_) for name in endpoint.body if rng.random() < 0.8}
        plain = changed(plain, rng) if rng.random() < 0.25 else plain
        body = json.dumps(plain, default=str).encode()
        match rng.randrange(30):
            case 0:
                body = body[: rng.randint(0, len(body))]
            case 1:
                i = rng.randint(0, len(body))
                body = body[:i] + rng.choice((*ODD, b"[" * 5000, b"9" * 5000, b'"', b"\\ud800")) + body[i:]
            case 2:
                body = rng.choice((b"", b"null", b"[]", b"3", b'"x"', b'{"a":' * 3000, b"\xef\xbb\xbf{}"))
            case 3:
                body += b" " * rng.choice((10, 100_000, 1_500_000))
            case _:
                pass
        return body

    def _value(self, name: str, id_: str) -> Any:
        """Something that could stand in a body under this name."""
        rng, game = self.rng, self.games[id_]
        match name:
            case "do":
                return distort(game, game.notation(game.sample(rng)) if not game.over else "end", rng).replace(
                    "\ud800", ""
                )
            case "after" | "to" | "at":
                return rng.choice((self.numbers[id_], self.numbers[id_], 0, -1, 10**6, 10**30))
            case "text":
                return broken(rng).data.decode("utf-8", "replace")
            case "charts":
                file = broken(rng)
                return file.data.decode("utf-8", "replace") if file.kind == "charts" else {}
            case "title":
                return rng.choice((*game_names(), "chess"))
            case "side":
                return rng.choice((*game.rules.sides, "both"))
            case "players":
                return dict.fromkeys(game.rules.sides, rng.choice(("human", "human", "recruit", "x")))
            case "dice":
                return rng.choice(
                    ({"kind": "sealed"}, {"kind": "ask"}, {"kind": "seed", "seed": rng.choice((1, 10**40))})
                )
            case "edition" | "scenario":
                return rng.choice((None, None, "x", ""))
            case "options" | "rulings":
                return rng.choice(({}, {}, {"x": "y"}, {choice.name: "on" for choice in game.rules.title.options[:1]}))
            case _:
                return rng.choice((None, True, False, 0, 1.5, "", "x", "x" * 1000, "\0", "é"))

    # ---------------------------------------------------------------------------------------------- what comes back

    def _ask(self, request: Request, id_: str) -> None:
        """Send a request and judge the answer."""
        told, begun = self.answers, time.perf_counter()
        told.requests += 1
        try:
            status, body = _answer(self.service.port, request)
        except TimeoutError:
            told.faults.append(f"no answer in {4 * SLOW} s: {request.about}")
            return
        except (OSError, HTTPException) as error:
            told.unanswered += 1
            if request.whole:
                told.faults.append(f"{type(error).__name__}: {error}: {request.about}")
            return
        taken = time.perf_counter() - begun
        told.slowest_s = max(told.slowest_s, round(taken, 2))
        told.statuses[str(status)] = told.statuses.get(str(status), 0) + 1
        if taken > SLOW and "/hint" not in request.about:  # that one may think
            told.late.append(f"{status} after {taken:.1f} s: {request.about}")
        if status >= 500 and not (status == 503 and b'"error"' in body):
            told.faults.append(f"{status}: {request.about}: {body[:200]!r}")
        if status == 429:
            time.sleep(1)
        with suppress(ValueError, TypeError, KeyError):
            number = json.loads(body)["number"]
            self.numbers[id_] = number if type(number) is int else self.numbers[id_]

    def _live(self, id_: str) -> None:
        """Open a live line, send malformed messages on it, and close it in a random way."""
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        rng, port = self.rng, self.service.port
        self.answers.live_lines += 1
        wanted = id_ if rng.random() < 0.8 else rng.choice(("x", "%ff", "a" * 500))
        headers = {"Authorization": f"Bearer {TOKEN}"} if rng.random() < 0.9 else {}
        origin: Any = rng.choice((f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port}", None, "http://["))
        address = f"ws://127.0.0.1:{port}/api/games/{wanted}/live"
        begun = time.perf_counter()
        with (
            suppress(OSError, EOFError, WebSocketException, ValueError),
            connect(address, origin=origin, additional_headers=headers, open_timeout=SLOW, close_timeout=1) as line,
        ):
            line.recv(timeout=SLOW)
            for _ in range(rng.randrange(4)):
                line.send(rng.choice(("", "x", "{}", "\0", b"\xff", b"", "x" * 100_000)))
            if rng.random() < 0.3:
                line.socket.close()
        if time.perf_counter() - begun > 2 * SLOW:
            self.answers.late.append(f"a live line of {wanted} took {time.perf_counter() - begun:.1f} s")


def _head(method: str, path: str, port: int) -> bytes:
    """A plain request without a body."""
    lines = (
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {TOKEN}",
        "Connection: close",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _answer(port: int, request: Request) -> tuple[int, bytes]:
    """Write a request to a new line and read what comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=4 * SLOW) as line:
        with suppress(BrokenPipeError, ConnectionResetError):  # the service may have closed the connection already
            line.sendall(request.data)
            if not request.whole:
                line.shutdown(socket.SHUT_WR)
        answer = HTTPResponse(line, method=request.method)
        answer.begin()
        return answer.status, answer.read()


@contextmanager
def _heartbeat(service: Running, answers: Answers) -> Iterator[None]:
    """Repeat the simplest request all the time, and keep its longest wait in seconds."""
    over = Event()
    request = Request("GET", _head("GET", "/api/about", service.port), True, "")

    def beat() -> None:
        while not over.wait(0.2):
            begun = time.perf_counter()
            with suppress(OSError, HTTPException):
                _answer(service.port, request)
            answers.slowest_beat_s = max(answers.slowest_beat_s, round(time.perf_counter() - begun, 2))

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if answers.slowest_beat_s > SLOW:
        answers.late.append(f"a plain question waited for {answers.slowest_beat_s} s")


def figures(answers: Answers) -> str:
    """The figures of a run as a few lines of text."""
    counted = Counter({int(status): n for status, n in answers.statuses.items()})
    statuses = ", ".join(f"{status}: {counted[status]}" for status in sorted(counted))
    return (
        f"{answers.requests} requests and {answers.live_lines} live lines to {answers.endpoints} endpoints\n"
        f"answers: {statuses}; unanswered: {answers.unanswered}\n"
        f"{answers.seconds} s in all, slowest answer {answers.slowest_s} s, slowest beat {answers.slowest_beat_s} s, "
        f"{answers.tracebacks} tracebacks, "
        f"{len(answers.faults)} faults, {len(answers.late)} late"
    )
