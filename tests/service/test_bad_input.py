"""Malformed requests and broken files: a small run of what `tools/bad_input.py` does at length."""

from pathlib import Path

import pytest

from parallel38.fuzz.files import read_by_commands, read_files
from parallel38.service.fuzz import endpoints, fuzz_service


def test_every_endpoint_is_known():
    found = {(endpoint.method, endpoint.path): endpoint for endpoint in endpoints()}
    assert found["POST", "/api/games/{id_}/act"].body == ("do", "after", "key")
    assert "units" in found["GET", "/api/games/{id_}/reach"].query
    assert ("LIVE", "/api/games/{id_}/live") in found
    assert ("GET", "/web/{path}") in found
    assert len(found) > 50


@pytest.mark.parametrize("requests", [100, pytest.param(300, marks=pytest.mark.long)])
def test_no_request_makes_a_fault_or_a_silence(tmp_path: Path, requests: int):
    answers = fuzz_service(requests, 3, tmp_path)
    assert answers.faults == []
    assert answers.requests + answers.live_lines >= requests
    assert {"200", "400", "404"} <= set(answers.statuses)


def test_broken_files_are_refused_or_can_be_played():
    read = read_files(200, 3)
    assert read.faults == []
    assert 0 < read.accepted < read.files


def test_commands_say_a_sentence_about_broken_files(tmp_path: Path):
    assert read_by_commands(6, 3, tmp_path).faults == []
