"""At a real table racks may stay secret: the same rules, and a referee who knows what a spectator knows."""

from __future__ import annotations

import pytest

from games.genial.secretly import discreet, entering, played
from spieltisch import Record, Refused, Table, Trouble, replay
from spieltisch.coach.review import ending
from spieltisch.discreet import holding, untold
from spieltisch.games.genial.moves import tile_name
from spieltisch.games.genial.rules import LAY, SWAP
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.terminal.saved import prepared
from spieltisch.verify import findings


@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (3, "base"), (4, "team"), (2, "duel")])
def test_a_game_entered_without_its_racks_is_the_game_that_a_spectator_saw(players: int, variant: str) -> None:
    whole = played(players, variant, seed=5)
    table, moves = discreet(players, variant, start="1"), list[str]()
    for number, move in entering(table, whole):
        assert table.rows.tobytes() == whole.game.hidden(whole.before(number), SPECTATOR).tobytes()
        moves.append(move)
        if "@" in move and number % 5 == 0:  # for the coach
            assert _told(table, whole, number) == whole.game.hidden(whole.before(number), table.waiting[0]).tobytes()
    assert variant == "duel" or (moves.count("asked") > 10 and "exchange" in moves), "both questions came"
    assert (table.outcome, table.view().tracks) == (whole.outcome, whole.view().tracks)
    told = {event.move for event in table.log if event.seat == CHANCE}
    assert told == {"?"}, "nobody has told what was drawn"


def _told(table: Table, whole: Table, number: int) -> bytes:
    """What somebody knows who has told what is on the rack."""
    seat = table.waiting[0]
    kinds = whole.before(number)["racks"][0, seat].tolist()
    rack = [tile_name(kind) for kind, count in enumerate(kinds) for _ in range(count)]
    assert untold(table.game, table.rows, seat) == len(rack)
    rows = holding(table.game, table.rows, seat, rack)
    assert untold(table.game, rows, seat) == 0
    return rows.tobytes()


def test_what_one_tells_for_the_coach_must_be_unseen_and_no_more_than_the_rack() -> None:
    table = discreet(start="1")
    with pytest.raises(Refused) as too_many:
        holding(table.game, table.rows, 0, ["rr", "rr", "gg", "gg", "bb", "bb", "oo"])
    assert too_many.value.reason.key == "nothing_to_tell"
    with pytest.raises(Refused) as none_left:
        holding(table.game, table.rows, 0, ["rr"] * 6)
    assert none_left.value.reason.key == "not_in_bag"
    assert untold(table.game, table.play("rr@c4-c5").rows, 0) == 0, "an exchange is for those who see the rack"


def test_what_is_laid_must_be_among_what_nobody_has_seen() -> None:
    table = discreet(start="1")
    assert table.waiting == [0] and table.view(0).racks[0].tiles is None and table.view(0).racks[0].size == 6
    cells = ["c4-c5", "h4-h5", "j6-j7", "f6-f7", "g6-g7"]
    for place in cells:
        table.play(f"rr@{place}", "keep")
    with pytest.raises(Refused, match=r"Every red-red already lies on the board\. \(§4\)"):
        table.play("rr@i6-i7")
    table.play("rg@i6-i7")
    assert table.view(0).bag_size == 120 - 12 - 5, "so many are in the real bag, before the last rack is refilled"


def test_an_exchange_is_asked_of_whoever_alone_can_know_it() -> None:
    table = discreet(start="1").play("rr@c4-c5")
    assert table.view(0).phase == "secret_exchange" and table.view(1).phase == "exchange"
    assert table.view(0).may_exchange and table.view(0).exchange_colours == tuple("gboyp")
    before = table.rows.tobytes()
    told = table.game.told(table.before(13), 0, table.parse(0, "exchange"))
    assert told is not None and told.key == "told_secret_exchange"
    (why,) = table.game.scored(table.before(13), 0, table.parse(0, "exchange"))
    assert why.key == "exchange_believed", "people have seen the rack, the page has not"
    table.play("exchange")
    assert table.waiting == [1] and table.undo().move == "exchange" and table.rows.tobytes() == before
    table.play("keep")
    assert table.game.told(table.before(13), 0, table.log[13].action) is None, "nothing that one might have seen"
    assert table.undo().move == "keep" and table.undo().move == "rr@c4-c5", "it told nobody what they did not see"


def test_in_a_duel_one_is_asked_once_a_marker_stands_on_the_own_9() -> None:
    """§12 Before that nothing can be exchanged, whatever is on the rack."""
    table = discreet(2, "duel", start="1").play("rr@c4-c5")
    assert table.waiting == [1]
    rows = table.rows.copy()
    rows["tracks"][0, 0, 0] = 9
    rows["turn"], rows["phase"] = 0, LAY
    table.game.engine.apply(rows, 0, table.parse(0, "gg@h8-h9"))
    assert rows["phase"][0] == SWAP


def test_a_record_of_secret_racks_replays_and_has_no_review() -> None:
    table = discreet(start="1").play("rr@c4-c5", "keep", "rg@h4-h5", "exchange")
    record = Record(**{**vars(table.record()), "real": True})
    again = replay(Record.from_json(record.to_json()))
    assert again.discreet and again.rows.tobytes() == table.rows.tobytes()
    assert all(found.holds for found in list(findings(record))[:-1])
    secret = discreet(start="1")
    for _ in entering(secret, played(2, "base", 5)):
        pass
    with pytest.raises(Trouble, match="goes on in the browser only"):
        prepared(secret, ("person", "person"), 0)
    with pytest.raises(Trouble, match="The coach cannot help here"):
        ending(secret)
    with pytest.raises(Refused):
        discreet().play("?")  # the lot lies open
