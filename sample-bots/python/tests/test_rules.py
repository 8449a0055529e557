"""The rules of the games: the process `kahua rules` behind typed methods."""

import os
import shutil
import sys
import unittest
from pathlib import Path

import kahua
from kahua.arena.v1 import bot_pb2 as pb

BUILT = Path(__file__).parents[3] / "target" / "debug" / "kahua"


def command() -> list[str]:
    """How the process is started; the test is skipped if there is no binary."""
    binary = os.environ.get("KAHUA_RULES") or (str(BUILT) if BUILT.exists() else shutil.which("kahua"))
    if not binary:
        if os.environ.get("KAHUA_REQUIRE_ALL") == "1":
            raise AssertionError(f"the tests of the rules need {BUILT}: cargo build")
        raise unittest.SkipTest(f"the tests of the rules need {BUILT}: cargo build")
    return [binary, "rules"]


class RulesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.rules = kahua.Rules(command())
        self.addCleanup(self.rules.close)

    def test_a_game_is_played_to_its_end(self) -> None:
        position = self.rules.start("haleakala", options=["variant=tactical"], seed=7)
        self.assertEqual((position.phase, position.seat), ("decide", 0))
        decisions = 0
        while position.phase == "decide":
            legal = position.legal()
            self.assertEqual(len(legal), position.legal_total)
            position.play(legal[-1] if decisions % 2 else 0, seed=decisions)
            decisions += 1
        self.assertEqual(position.phase, "over")
        self.assertEqual(sorted(position.places or []), [1, 2])
        self.assertEqual(len(position.scores()), 2)

    def test_an_ask_leads_to_its_position(self) -> None:
        position = self.rules.start("hawaii", seats=3, seed=4)
        seat = position.seat or 0
        ask = pb.Ask(game="hawaii", seat=seat, view=position.view(seat), legal_total=position.legal_total)
        opened = self.rules.position(ask, seed=9)
        self.assertEqual(opened.legal(), position.legal())
        self.assertEqual(opened.view(seat), ask.view)
        self.assertEqual(self.rules.from_view("hawaii", ask.view).legal(), position.legal())
        self.assertEqual(opened.redraw(3).view(seat), ask.view)
        ask.legal_total += 1
        with self.assertRaisesRegex(kahua.RulesError, "these rules allow .* start the process with --ruleset FILE"):
            self.rules.position(ask)

    def test_successors_and_copies_leave_the_position_as_it_is(self) -> None:
        position = self.rules.start("kanaloa", seed=1)
        before = position.text()
        successors = position.successors(rollouts=2, seed=5)
        self.assertEqual([successor.action for successor in successors], position.legal())
        for index, successor in enumerate(successors):
            after = position.after(index)
            self.assertEqual(
                (after.phase, after.seat, after.scores()), (successor.phase, successor.seat, successor.scores)
            )
            self.assertEqual(after.rollout(2, 5), successor.rollouts)
        self.assertIsNone(position.successors()[0].rollouts)
        self.assertEqual(position.text(), before)
        self.assertEqual(position.clone().text(), before)

    def test_chance_is_listed_played_and_drawn(self) -> None:
        position = self.rules.start("haleakala")
        self.assertEqual((position.phase, position.seat), ("chance", None))
        outcomes = position.chance()
        self.assertAlmostEqual(sum(outcome.probability for outcome in outcomes), 1)
        first = position.clone().play_chance(outcomes[0].notation)
        self.assertIn(first.phase, ("chance", "decide"))
        self.assertGreater(len(position.sample(3).drawn), 1)

    def test_events_of_a_match_are_followed(self) -> None:
        position = self.rules.start("haleakala", seed=2)
        events = [
            pb.MatchEvent(number=number, chance={"notation": drawn}) for number, drawn in enumerate(position.drawn)
        ]
        followed = self.rules.start("haleakala").observe(events)
        self.assertEqual(followed.text(), position.text())

    def test_a_refusal_says_why_and_the_next_request_is_answered(self) -> None:
        position = self.rules.start("haleakala", seed=1)
        with self.assertRaisesRegex(kahua.RulesError, "play: action: index 99 is beyond the legal list") as refused:
            position.play(99)
        self.assertEqual(refused.exception.kind, "illegal")
        with self.assertRaisesRegex(kahua.RulesError, 'there is no game "chess"') as refused:
            self.rules.start("chess")
        self.assertEqual(refused.exception.kind, "request")
        answers = self.rules.batch([{"op": "legal", "position": position.handle}, {"op": "fly"}])
        self.assertEqual((len(answers[0]["legal"]), answers[1]["kind"]), (position.legal_total, "request"))

    def test_positions_that_nothing_refers_to_are_freed(self) -> None:
        position = self.rules.start("haleakala", seed=1)
        handle = position.after(0).handle
        position.legal()
        with self.assertRaisesRegex(kahua.RulesError, f"there is no open position {handle}"):
            self.rules.request("legal", position=handle)

    def test_a_process_that_ends_or_is_not_there_is_an_error(self) -> None:
        with kahua.Rules([sys.executable, "-c", "raise SystemExit(5)"]) as ended:
            with self.assertRaisesRegex(kahua.RulesError, r"has ended \(exit status 5\)"):
                ended.start("haleakala")
        with self.assertRaisesRegex(kahua.RulesError, "can't start /no/such: .* set KAHUA_RULES"):
            kahua.Rules(["/no/such"])
        self.rules.close()
        with self.assertRaisesRegex(kahua.RulesError, "these rules were closed"):
            self.rules.start("haleakala")


if __name__ == "__main__":
    unittest.main()
