"""The curve of a training: a CSV file with a line for each checkpoint, and a picture of it."""

import csv
from pathlib import Path

__all__ = ["Curve"]

COLUMNS = ["minutes", "games", "decisions", "error", "share_against_random"]
WIDTH, HEIGHT, MARGIN = 480, 240, 36


class Curve:
    """Grows by a line at each checkpoint. An interrupted training goes on with the same file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, minutes: float, games: int, decisions: int, error: float, share: float) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        with self.path.open("a", newline="") as file:
            lines = csv.writer(file)
            if is_new:
                lines.writerow(COLUMNS)
            lines.writerow([f"{minutes:.2f}", games, decisions, f"{error:.5f}", f"{share:.4f}"])
        self.path.with_suffix(".svg").write_text(self._picture(), encoding="utf-8")

    def _picture(self) -> str:
        with self.path.open(newline="") as file:
            rows = [(float(row["minutes"]), float(row["share_against_random"])) for row in csv.DictReader(file)]
        longest = max(minutes for minutes, _ in rows) or 1
        right, bottom = WIDTH - MARGIN, HEIGHT - MARGIN

        def at(minutes: float, share: float) -> str:
            x = MARGIN + (right - MARGIN) * minutes / longest
            return f"{x:.1f},{bottom - (bottom - MARGIN) * share:.1f}"

        marks = "".join(
            f'<text x="4" y="{bottom - (bottom - MARGIN) * share + 4:.0f}">{share:.0%}</text>' for share in (0, 0.5, 1)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
            f'<text x="{MARGIN}" y="20">Score against random, by minutes of training</text>{marks}'
            f'<text x="{right - 40}" y="{HEIGHT - 10}">{longest:.0f} min</text>'
            f'<polyline fill="none" stroke="#246" stroke-width="2" points="{" ".join(at(*row) for row in rows)}"/></svg>\n'
        )
