"""A bot as a program: what it prints, how it ends, and how it leaves."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import grpc
import trustme

import kahua  # noqa: F401  (sets grpc up before it is loaded)
from fake_arena import PATIENCE_S, FakeArena
from kahua.arena.v1 import bot_pb2 as pb
from kahua.arena.v1.record_pb2 import FaultCause
from kahua.program import level
from kahua.settings import SettingsError, parse_addr

HERE = Path(__file__).resolve().parent
MISTAKES = HERE.parent / "mistakes.py"
PROXIES = ("grpc_proxy", "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
TESTS_OWN = {name: value for name, value in os.environ.items() if not name.startswith("KAHUA_")}


AFTERWARDS = """
import kahua

class Bot(kahua.Bot):
    def choose(self, ask):
        return 0

kahua.run(Bot())
raise SystemExit(7)
"""
"""A program that has something to do when its bot has left."""


THINKER = """
import time
import kahua

class Bot(kahua.Bot):
    def choose(self, ask):
        # In steps: Python misses a signal that comes just before it begins to sleep, until it has slept.
        for _ in range(3000):
            time.sleep(0.01)
        return 0

kahua.run(Bot())
"""


POOL = """
import multiprocessing
import os
import kahua

def square(number):
    return number * number

class Bot(kahua.Bot):
    def choose(self, ask):
        with multiprocessing.get_context(os.environ["START_METHOD"]).Pool(2) as pool:
            return sum(pool.map(square, range(3)))

kahua.run(Bot())
"""
"""A bot that thinks in several processes."""


FORKS = """
import multiprocessing
import time
import kahua

class Bot(kahua.Bot):
    def choose(self, ask):
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,), daemon=True)
        child.start()
        return str(child.pid)

kahua.run(Bot())
"""
"""A bot that answers with the number of a process that it has forked."""


class Program:
    """A bot in a process of its own, with these variables."""

    def __init__(self, addr: str, script: Path = MISTAKES, **variables: str) -> None:
        env = {**TESTS_OWN, "KAHUA_ADDR": addr, "KAHUA_NAME": "anna", **variables}
        self.process = subprocess.Popen([sys.executable, script], env=env, stderr=subprocess.PIPE, text=True)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def read_until(self, words: str) -> str:
        """The next line of its stderr that contains these words."""
        assert self.process.stderr
        return next(line for line in self.process.stderr if words in line)

    def end(self) -> tuple[int, str]:
        """Its exit code and what it wrote to stderr."""
        _, text = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, text


class SettingsTest(unittest.TestCase):
    def test_wrong_settings_are_named_before_anything_connects(self) -> None:
        forms = "expected host:port, http://host:port or https://host:port"
        for variables, words in (
            ({"KAHUA_ADDR": ""}, f"KAHUA_ADDR is not set; {forms}"),
            ({"KAHUA_ADDR": "localhost"}, f'KAHUA_ADDR: "localhost" has no port; {forms}'),
            ({"KAHUA_ADDR": "ftp://h:1"}, f'KAHUA_ADDR: "ftp://h:1" has the unknown scheme "ftp"; {forms}'),
            ({"KAHUA_NAME": ""}, "KAHUA_NAME is not set; expected the bot's name"),
            ({"KAHUA_TOKEN": "a\nb"}, "KAHUA_TOKEN contains white space; copy it again without line breaks"),
            (
                {"KAHUA_ADDR": "http://arena.example:1", "KAHUA_TOKEN": "t"},
                "KAHUA_TOKEN would be sent unencrypted to arena.example; "
                "use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1",
            ),
            ({"KAHUA_CA": "/nowhere.pem"}, "KAHUA_CA: can't read /nowhere.pem: No such file or directory"),
            ({"KAHUA_ON_ERROR": "x"}, 'KAHUA_ON_ERROR: "x" is unknown; expected exit or resign'),
            ({"KAHUA_LOG": "verbose"}, 'KAHUA_LOG: "verbose" is unknown; expected error, warn, info, debug or trace'),
            (
                {"KAHUA_ALLOW_CLEARTEXT_TOKEN": "yes"},
                'KAHUA_ALLOW_CLEARTEXT_TOKEN: "yes" is unknown; expected 1 or 0',
            ),
            ({"KAHUA_MATCHES": "0"}, 'KAHUA_MATCHES: "0" is not valid; expected a whole number of at least 1'),
        ):
            with self.subTest(words), Program(**{"addr": "127.0.0.1:1", **_named(variables)}) as program:
                code, text = program.end()
                self.assertEqual((code, text.count("\n")), (2, 1), text)
                self.assertIn(words, text)

    def test_reads_every_form_of_an_address(self) -> None:
        for text, expected in (
            ("h:1", ("h", 1, False)),
            ("http://h:1/", ("h", 1, False)),
            ("HTTPS://h:1", ("h", 1, True)),
            ("[::1]:7", ("::1", 7, False)),
        ):
            self.assertEqual(tuple(parse_addr(text)), expected)
        for text in (":1", "h:x", "h:0", "h:65536", "[::1]"):
            with self.assertRaises(SettingsError):
                parse_addr(text)

    def test_knows_addresses_to_which_no_proxy_leads(self) -> None:
        near = "localhost a.localhost arena 127.0.0.1 10.1.2.3 172.31.0.1 192.168.0.1 169.254.0.1 [::1] [fd00::1] [fe80::1]"
        for host in near.split():
            self.assertTrue(parse_addr(f"{host}:1").is_near, host)
        for host in ("arena.example", "localhost.example", "8.8.8.8", "172.32.0.1", "[2606:4700::1]"):
            self.assertFalse(parse_addr(f"{host}:1").is_near, host)

    def test_the_log_survives_every_filter(self) -> None:
        for text, expected in (
            ("trace", 5),
            ("WARN", 30),
            ("kahua=trace,debug", 10),
            ("info,kahua=debug", 20),
            ("x", 20),
        ):
            self.assertEqual(level(text), expected)


class FailureTest(unittest.TestCase):
    def test_a_mistake_is_shown_once_with_its_ask_and_ends_the_program(self) -> None:
        place = r"match a, ticket 7 \(haleakala, seat 1, 12 legal actions\)"
        range_ = r"there are 12 legal actions: 0 to 11 \(match a, ticket 7, haleakala, seat 1\)"
        for mistake, words in (
            ("throw", rf"choose failed in {place}\nTraceback(.|\n)*mistakes.py(.|\n)*ValueError: a mistake of the bot"),
            ("overflow", rf"choose failed in {place}\nTraceback(.|\n)*RecursionError"),
            ("negative", rf"choose answered index -1, but {range_}"),
            ("beyond", rf"choose answered index 12, but {range_}"),
            ("fraction", rf"choose answered 0.5 in {place}; expected an index, an Action, a notation or RESIGN"),
            ("null", rf"choose answered None in {place}; expected an index, an Action, a notation or RESIGN"),
        ):
            with self.subTest(mistake), FakeArena() as arena, Program(arena.addr, KAHUA_MISTAKE=mistake) as program:
                talk = arena.accept()
                talk.greet()
                talk.seat("a")
                talk.ask("a", 7)
                self.assertTrue(talk.hung_up())
                code, text = program.end()
                self.assertEqual(code, 1, text)
                self.assertEqual(len(re.findall(words, text)), 1, text)
                self.assertEqual(text.count("ERROR"), 1, text)

    def test_a_mistake_may_cost_the_match_instead(self) -> None:
        with FakeArena() as arena, Program(arena.addr, KAHUA_MISTAKE="throw", KAHUA_ON_ERROR="resign") as program:
            talk = arena.accept()
            talk.greet()
            for match_id in ("a", "b"):
                talk.seat(match_id)
                talk.ask(match_id, 7)
                self.assertEqual(talk.hear("resign").resign.match_id, match_id)
            talk.close()
            code, text = program.end()
            self.assertEqual((code, text.count("choose failed")), (0, 2), text)

    def test_a_mistake_at_the_end_of_a_match_is_shown_too(self) -> None:
        for on_error, expected in (("exit", 1), ("resign", 0)):
            variables = {"KAHUA_MISTAKE": "on_ended", "KAHUA_ON_ERROR": on_error}
            with self.subTest(on_error), FakeArena() as arena, Program(arena.addr, **variables) as program:
                talk = arena.accept()
                talk.greet()
                talk.seat("a")
                talk.say(ended=pb.Ended(match_id="a"))
                talk.close()
                code, text = program.end()
                self.assertEqual(code, expected, text)
                self.assertRegex(text, r"on_ended failed in match a\nTraceback")

    def test_a_fault_is_logged_with_its_consequence(self) -> None:
        with FakeArena() as arena, Program(arena.addr, KAHUA_MISTAKE="illegal", KAHUA_LOG="trace") as program:
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 7)
            self.assertEqual(talk.answer().notation, "nonsense")
            fault = pb.FaultNotice(
                match_id="a", ticket=7, problem="no action", expected="one of 12", consequence="lost"
            )
            fault.cause = FaultCause.FAULT_CAUSE_STALE_TICKET
            talk.say(fault=fault)
            talk.say(notice=pb.Notice(kind=pb.Notice.KIND_SILENT, text="it said nothing"))
            talk.close()
            code, text = program.end()
            self.assertEqual(code, 0, text)
            self.assertIn("INFO  the arena: silent: it said nothing", text)
            words = "stale ticket fault in match a, ticket 7: no action; expected: one of 12; consequence: lost"
            self.assertRegex(text, f"WARN .*{words}")


class ReachTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        authority = trustme.CA()
        server = authority.issue_cert("127.0.0.1")
        self.ca = str(Path(folder.name) / "ca.pem")
        authority.cert_pem.write_to_path(self.ca)
        chain = b"".join(blob.bytes() for blob in server.cert_chain_pems)
        self.tls = grpc.ssl_server_credentials([(server.private_key_pem.bytes(), chain)])

    def test_plays_over_tls(self) -> None:
        with (
            FakeArena(tls=self.tls) as arena,
            Program(f"https://{arena.addr}", KAHUA_CA=self.ca, KAHUA_TOKEN="secret") as program,
        ):
            talk = arena.accept()
            talk.greet()
            self.assertEqual(talk.metadata["authorization"], "Bearer secret")
            talk.close()
            self.assertEqual(program.end()[0], 0)

    def test_no_proxy_stands_between_the_bot_and_an_arena_on_its_machine(self) -> None:
        with FakeArena() as nothing:
            nothing.kill()
            proxy = f"http://{nothing.addr}"
        proxies = {name: proxy for name in PROXIES} | {"no_proxy": "", "no_grpc_proxy": ""}
        with FakeArena() as arena, Program(arena.addr, **proxies) as program:
            talk = arena.accept()
            talk.greet()
            talk.close()
            self.assertEqual(program.end()[0], 0)

    def test_says_at_once_who_does_not_speak_tls_or_is_not_trusted(self) -> None:
        with FakeArena(tls=self.tls) as secure, FakeArena() as plain:
            for addr, words in (
                (
                    f"https://{plain.addr}",
                    f"{plain.addr} does not speak TLS; if the arena has no certificate, use http://",
                ),
                (f"http://{secure.addr}", f"{secure.addr} speaks TLS; use https://{secure.addr}"),
                (f"https://{secure.addr}", f"the certificate of {secure.addr} is not trusted: "),
            ):
                with self.subTest(words), Program(addr) as program:
                    code, text = program.end()
                    self.assertEqual((code, text.count("\n")), (1, 1), text)
                    self.assertIn(words, text)

    def test_says_at_once_that_there_is_no_arena(self) -> None:
        with FakeArena() as arena:
            arena.kill()
            with Program(arena.addr) as program:
                words = f"no arena at {arena.addr} yet (connection refused); trying again for up to 5 minutes"
                program.read_until(words)
                program.process.send_signal(signal.SIGTERM)
                self.assertEqual(program.end(), (0, ""))


class LeavingTest(unittest.TestCase):
    def test_a_signal_says_bye_and_plays_on_until_the_matches_have_ended(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), FakeArena() as arena, Program(arena.addr) as program:
                talk = arena.accept()
                talk.greet()
                talk.ask("a", 1)
                talk.answer()
                program.process.send_signal(number)
                talk.hear("bye")
                talk.ask("a", 2)
                talk.answer()
                talk.close()
                self.assertEqual(program.end()[0], 0)

    def test_only_the_main_thread_receives_signals(self) -> None:
        ours = sum(1 << (number - 1) for number in (signal.SIGINT, signal.SIGTERM))
        with FakeArena() as arena, Program(arena.addr) as program:
            talk = arena.accept()
            talk.greet()
            talk.ask("a", 1)
            talk.answer()
            tasks = Path(f"/proc/{program.process.pid}/task")
            blocking = set()
            for task in tasks.iterdir():
                blocked = next(line for line in (task / "status").read_text().splitlines() if line.startswith("SigBlk"))
                if int(blocked.split()[1], 16) & ours == ours:
                    blocking.add(task.name)
            self.assertEqual({task.name for task in tasks.iterdir()} - blocking, {str(program.process.pid)})

    def test_a_program_may_go_on_after_its_run(self) -> None:
        with tempfile.TemporaryDirectory() as folder, FakeArena() as arena:
            script = Path(folder) / "afterwards.py"
            script.write_text(AFTERWARDS)
            with Program(arena.addr, script) as program:
                talk = arena.accept()
                talk.greet()
                talk.ask("a", 1)
                talk.answer()
                program.process.send_signal(signal.SIGTERM)
                talk.hear("bye")
                talk.close()
                code, text = program.end()
                self.assertEqual(code, 7, text)

    def test_a_second_signal_ends_at_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder, FakeArena() as arena:
            script = Path(folder) / "thinker.py"
            script.write_text(THINKER)
            with Program(arena.addr, script, KAHUA_LOG="trace") as program:
                talk = arena.accept()
                talk.greet()
                talk.ask("a", 1)
                program.read_until("ask {")
                program.process.send_signal(signal.SIGTERM)
                talk.hear("bye")
                program.process.send_signal(signal.SIGINT)
                code, text = program.end()
                self.assertEqual(code, 128 + signal.SIGINT, text)
                self.assertNotIn("although", text)


class ChildrenTest(unittest.TestCase):
    def test_a_bot_may_think_in_several_processes(self) -> None:
        for method in multiprocessing.get_all_start_methods():
            with tempfile.TemporaryDirectory() as folder, FakeArena() as arena:
                script = Path(folder) / "pool.py"
                script.write_text(POOL)
                with self.subTest(method), Program(arena.addr, script, START_METHOD=method) as program:
                    talk = arena.accept()
                    talk.greet()
                    for ticket in (1, 2):
                        talk.ask("a", ticket)
                        self.assertEqual(talk.answer().index, 5)
                    talk.close()
                    code, text = program.end()
                    self.assertEqual((code, "Traceback" in text), (0, False), text)

    def test_a_process_that_a_bot_has_forked_ends_at_sigterm_and_lives_through_one_ctrl_c(self) -> None:
        with tempfile.TemporaryDirectory() as folder, FakeArena() as arena:
            script = Path(folder) / "forks.py"
            script.write_text(FORKS)
            with Program(arena.addr, script) as program:
                talk = arena.accept()
                talk.greet()
                talk.ask("a", 1)
                child = int(talk.answer().notation)
                os.kill(child, signal.SIGINT)
                talk.ask("a", 2)
                self.assertNotEqual(talk.answer().notation, str(child))
                self.assertTrue(_runs(child))
                os.kill(child, signal.SIGTERM)
                while _runs(child):
                    time.sleep(0.01)
                # The signals were for the child alone: the bot itself doesn't leave.
                talk.ask("a", 3)
                talk.answer()
                talk.close()
                self.assertEqual(program.end()[0], 0)


def _runs(pid: int) -> bool:
    """Whether this process runs. One whose parent hasn't looked at its end doesn't."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def _named(variables: dict[str, str]) -> dict[str, str]:
    return {"addr" if name == "KAHUA_ADDR" else name: value for name, value in variables.items()}


if __name__ == "__main__":
    unittest.main()
