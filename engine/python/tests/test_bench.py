"""The benchmark runs; what it measures depends on the machine."""

import sys

import pytest

from kahua_engine import bench


def test_the_benchmark_prints_a_row_for_each_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--game", "haleakala", "--seconds", "0.001", "--envs", "3", "--wall"]
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    bench.main()
    heading, line, row = capsys.readouterr().out.splitlines()
    assert heading.count("|") == line.count("|") == row.count("|") and row.startswith("| haleakala | 2 | 461 |")
