"""The benchmark runs; what it measures depends on the machine."""

import sys

import pytest

from kahua_engine import bench
from kahua_engine.beside import ROWS, Work


def test_the_benchmark_prints_a_row_for_each_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--game", "haleakala", "--seconds", "0.001", "--envs", "3", "--wall"]
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    bench.main()
    heading, line, row = capsys.readouterr().out.splitlines()
    assert heading.count("|") == line.count("|") == row.count("|") and row.startswith("| haleakala | 2 | 461 |")


def test_a_second_table_has_what_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> Work:
        raise ImportError("No module named 'chess_in_the_dark'")

    own = [row for row in ROWS if row[0] == "kahua_engine"]
    monkeypatch.setattr(bench, "ROWS", [*own, ("Elsewhere", "chess", "one state", missing)])
    arguments = ["--game", "haleakala", "--seconds", "0.001", "--envs", "3", "--wall", "--beside"]
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    bench.main()
    told = capsys.readouterr()
    rows = told.out.split("\n\n")[1].splitlines()[2:]
    assert len(rows) == 1 + len(own) and all(row.startswith("| kahua_engine | ") for row in rows)
    assert told.err == "Elsewhere, chess: left out (No module named 'chess_in_the_dark')\n"
