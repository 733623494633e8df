"""What one move by mouse costs: requests of the page, and how often the service works out what may be done."""

from collections import Counter
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Page

from parallel38.desk import Snapshot
from parallel38.engine.flow import Frame
from parallel38.service.app import make_app
from parallel38.service.guard import Guard, cookie_of
from tests.browser.test_board import click, known, open_board, until

MOST = 5
"""Requests for one move."""
MOVES = {"yalu": ("place G-1 1507", "0812", "0713"), "mobile_war": ("", "", "")}
"""What is played first, the hex of a unit that can act, and a hex to which it moves without a die."""


class Answered:
    """The service in this process, whose work can be counted."""
