"""Connections on which nothing is said."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from parallel38.service import connections
from parallel38.service.connections import Connection
from parallel38.service.run import listen

ASK = b"GET / HTTP/1.1\r\nhost: x\r\n"
SLOW = 1.0


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads all that is sent and answers, to /slow after a while."""
    assert scope["type"] == "http"
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/slow":
        await asyncio.sleep(SLOW)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(connections, "SILENCE", 0.3)
    server = listen("127.0.0.1", 0)
    service = uvicorn.Server(uvicorn.Config(app, http=Connection, lifespan="off", log_level="error"))
    thread = threading.Thread(target=service.run, kwargs={"sockets": [server]})
    thread.start()
    while not service.started:
        time.sleep(0.01)
    yield server.getsockname()[1]
    service.should_exit = True
    thread.join()
    server.close()


def connect(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.settimeout(30)
    return line


def closed(line: socket.socket) -> bool:
    """Whether the service hangs up and says nothing."""
    with contextlib.suppress(ConnectionResetError):
        return line.recv(100) == b""
    return True


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET", ASK, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf"],
    ids=["nothing", "a word", "half a head", "half a body"],
)
def test_who_does_not_come_to_the_point_is_hung_up_on(port: int, begun: bytes):
    with connect(port) as line:
        line.sendall(begun)
        assert closed(line)


def test_who_says_a_letter_now_and_then_is_hung_up_on(port: int):
    with connect(port) as line, contextlib.suppress(OSError):
        for letter in ASK * 3:
            line.sendall(bytes([letter]))
            time.sleep(0.05)
        raise AssertionError("it is still open")


def test_who_asks_is_answered_though_it_takes_long_and_may_ask_again(port: int):
    with connect(port) as line:
        for path in (b"/slow", b"/"):
            line.sendall(ASK.replace(b"/ ", path + b" ", 1) + b"\r\n")
            told = b""
            while not told.endswith(b"ok"):
                told += line.recv(1000)
            assert told.startswith(b"HTTP/1.1 200")
        line.sendall(b"GET")
        assert closed(line)


def test_the_oldest_silent_one_makes_room(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "SILENCE", 30.0)
    monkeypatch.setattr(connections, "MOST", 3)
    lines: list[socket.socket] = []
    for _ in range(8):
        lines.append(connect(port))
        time.sleep(0.05)
    assert all(closed(line) for line in lines[:5])
    with connect(port) as line:
        line.sendall(ASK + b"\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200")
    for line in lines:
        line.close()
