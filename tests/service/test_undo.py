"""Undo at a table with a computer, several units at once, and taking back that can be redone."""

from typing import Any

from litestar.testing import TestClient

from .test_service import act, begin
from .test_workers import situation, until

Client = TestClient[Any]
ARMY = ["PVA-26-76", "PVA-26-77", "PVA-26-78", "PVA-26-88"]


def arriving(client: Client) -> str:
    """A game in which four divisions of an army arrive."""
    id_ = begin(client)
    while not {*ARMY} <= {unit for offer in situation(client, id_)["offers"] for unit in offer["units"]}:
        if act(client, id_, "end").status_code != 200:
            (first,) = client.get(f"/api/games/{id_}/actions").json()[:1]
            assert act(client, id_, first["do"]).status_code == 200
    return id_


def test_an_army_is_placed_by_one_request_and_undone_by_one(client: Client):
    id_ = arriving(client)
    before = situation(client, id_)
    offer = next(offer for offer in before["offers"] if ARMY[0] in offer["units"])
    line = f"place {','.join(ARMY)} {offer['hexes'][0]}"
    assert client.post(f"/api/games/{id_}/plan", json={"do": line}).json()["legal"]
    placed = act(client, id_, line).json()
    assert [entry["n"] for entry in placed["entries"]] == [*range(before["live"] + 1, before["live"] + 5)]
    assert "(and 3 more)" in placed["situation"]["undo"]["text"]
    undone = client.post(f"/api/games/{id_}/undo", json={"after": placed["number"]}).json()
    assert (undone["number"], undone["situation"]["hash"]) == (before["live"], before["hash"])


def test_what_cannot_be_done_to_several_says_why_and_does_nothing(client: Client):
    id_ = arriving(client)
    before = situation(client, id_)
    refused = act(client, id_, f"place {','.join(ARMY)} 2226")
    assert refused.status_code == 422
    assert refused.json()["refusals"][0]["number"]
    assert situation(client, id_)["hash"] == before["hash"]
    assert act(client, id_, "end; resign communist").json()["key"] == "said_not_played"


def test_undo_goes_over_the_ends_of_the_computer_to_my_own(client: Client):
    id_ = begin(client, players={"un": "recruit"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    assert act(client, id_, "place G-1 1118").status_code == 200
    before = situation(client, id_)
    while situation(client, id_)["decider"] == "communist":
        before = situation(client, id_)
        assert act(client, id_, "end").status_code == 200
    client.patch(f"/api/games/{id_}", json={"players": {"un": "human"}})
    assert act(client, id_, "end").status_code == 200
    client.patch(f"/api/games/{id_}", json={"players": {"un": "recruit"}})
    now = situation(client, id_)
    assert now["undo"]["can"]
    assert (
        client.post(f"/api/games/{id_}/undo", json={"after": now["live"]}).json()["situation"]["hash"] == before["hash"]
    )


def test_a_free_decision_of_the_computer_is_never_undone(client: Client):
    id_ = begin(client, players={"communist": "recruit"})
    until(lambda: situation(client, id_)["decider"] == "un" and not situation(client, id_)["thinking"])
    now = situation(client, id_)
    assert not now["undo"]["can"]
    answer = client.post(f"/api/games/{id_}/undo", json={"after": now["live"]})
    assert answer.json()["key"] in ("undo_other", "undo_die")
    assert situation(client, id_)["live"] == now["live"]


def test_what_was_taken_back_comes_again_with_redo(client: Client):
    id_ = begin(client)
    for line in ("place G-1 1118", "move PVA-20-58 1011-1012~1013", "move NKPA-24 1502"):
        assert act(client, id_, line).status_code == 200
    before = situation(client, id_)
    back = client.post(f"/api/games/{id_}/back", json={"after": before["live"], "to": 2}).json()
    assert back["number"] == 1, "dice that are waited for would fall at once: it goes before their action"
    assert back["situation"]["redo"]["can"]
    again = client.post(f"/api/games/{id_}/redo", json={"after": 1}).json()
    assert again["situation"]["hash"] == before["hash"]
