"""One message of each kind is read, and written back the same."""

import unittest
from pathlib import Path

import kahua  # noqa: F401  (sets grpc up before it is loaded)
from kahua.arena.v1 import bot_pb2 as pb

HERE = Path(__file__).resolve().parent
# In a source distribution the fixtures lie beside the tests; in the repository all languages share them.
FIXTURES = next(folder / "fixtures" for folder in HERE.parents if (folder / "fixtures").is_dir())
RECORDED = FIXTURES / "messages.txt"


class MessagesTest(unittest.TestCase):
    def test_every_kind_is_read_and_written_back(self) -> None:
        said: dict[str, set[str]] = {"bot": set(), "arena": set()}
        for line in RECORDED.read_text().splitlines():
            if line.startswith("#"):
                continue
            who, what, digits = line.split()
            message = (pb.BotMessage if who == "bot" else pb.ArenaMessage).FromString(bytes.fromhex(digits))
            self.assertEqual(message.WhichOneof("message"), what)
            self.assertEqual(message.SerializeToString().hex(), digits)
            said[who].add(what)
        for who, kind in (("bot", pb.BotMessage), ("arena", pb.ArenaMessage)):
            self.assertEqual(said[who], {field.name for field in kind.DESCRIPTOR.fields})


if __name__ == "__main__":
    unittest.main()
