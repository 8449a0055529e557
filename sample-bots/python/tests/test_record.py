"""KAHUA_RECORD: every ask that a bot receives is written to a file, in the form of `kahua asks`."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from test_client import start
from test_rules import command

import kahua
from fake_arena import PATIENCE_S, FakeArena
from kahua.record import Recorder, as_line
from kahua.settings import checked

WHERE = {"KAHUA_ADDR": "localhost:1", "KAHUA_NAME": "me"}


class FailsAtTwo(kahua.Bot):
    def choose(self, ask: kahua.Ask) -> int:
        return 0 if ask.ticket == 1 else [][0]


class RecordTest(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name) / "asks.jsonl"

    def test_recorded_asks_are_what_kahua_asks_prints(self) -> None:
        for game in ("haleakala", "kanaloa", "hawaii"):
            printed = subprocess.run([command()[0], "asks", "--game", game], check=True, capture_output=True).stdout
            self.path.write_bytes(printed)
            asks = kahua.load_asks(self.path)
            self.path.unlink()
            recorder = Recorder(self.path)
            for ask in asks:
                recorder.record(ask)
            recorder.close()
            self.assertEqual(self.path.read_bytes(), printed)

    def test_what_is_in_the_file_stays(self) -> None:
        for ticket in (1, 2):
            recorder = checked(kahua.Settings(), WHERE | {"KAHUA_RECORD": str(self.path)}).record
            assert recorder
            recorder.record(kahua.Ask(ticket=ticket))
            recorder.close()
        self.assertEqual([ask.ticket for ask in kahua.load_asks(self.path)], [1, 2])

    def test_times_are_numbers(self) -> None:
        recorder = Recorder(self.path)
        recorder.record(kahua.Ask(ask_ms=5000, bank_ms=60000))
        recorder.close()
        self.assertIn('"ask_ms":5000,"bank_ms":60000,', self.path.read_text())

    def test_every_ask_is_recorded_even_if_the_bot_fails_at_it(self) -> None:
        with FakeArena() as arena:
            bot = start(arena, FailsAtTwo(), record=self.path)
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 1)
            talk.answer()
            talk.ask("a", 2)
            self.assertIsInstance(bot.exception(PATIENCE_S), kahua.BotFailure)
        self.assertEqual([ask.ticket for ask in kahua.load_asks(self.path)], [1, 2])

    def test_a_file_that_cannot_be_written_is_a_wrong_setting(self) -> None:
        missing = os.path.join(self.directory.name, "missing", "asks.jsonl")
        with self.assertRaisesRegex(kahua.SettingsError, f"KAHUA_RECORD: can't write {missing}: No such file"):
            checked(kahua.Settings(record=missing), WHERE)

    def test_the_log_says_when_the_file_is_full(self) -> None:
        recorder = Recorder(self.path, bytes_max=2 * len(as_line(kahua.Ask(ticket=1))))
        with self.assertLogs("kahua", "WARNING") as logged:
            for _ in range(4):
                recorder.record(kahua.Ask(ticket=1))
        self.assertEqual(len(kahua.load_asks(self.path)), 2)
        self.assertEqual(len(logged.output), 1)
        self.assertRegex(logged.output[0], "no more asks are recorded in .*asks.jsonl: it is as large as it may become")

    def test_a_full_disk_ends_the_recording_and_nothing_else(self) -> None:
        recorder = Recorder("/dev/full")
        with self.assertLogs("kahua", "WARNING") as logged:
            recorder.record(kahua.Ask(ticket=1))
            recorder.record(kahua.Ask(ticket=2))
        self.assertEqual(len(logged.output), 1)


if __name__ == "__main__":
    unittest.main()
