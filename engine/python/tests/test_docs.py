"""The examples of docs/engine-python.md run, one after the other, and the bot that it quotes is the bot."""

import json
import re
from pathlib import Path

import pytest

from kahua_engine import Game

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/engine-python.md").read_text(encoding="utf-8")


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The page reads decisions that were exported.
    monkeypatch.chdir(tmp_path)
    state = Game("haleakala").start(seed=3)
    row = {"position": state.position(), "seat": state.seat, "index": 0}
    (tmp_path / "decisions.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/engine-python.md", "exec"), names)


def test_the_bot_is_quoted_as_it_is() -> None:
    (quoted,) = re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert quoted in (ROOT / "sample-bots/python/mcts.py").read_text(encoding="utf-8")
