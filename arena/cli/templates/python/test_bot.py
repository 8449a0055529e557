import subprocess
import sys
import unittest


class TestBot(unittest.TestCase):
    def test_ready_for_a_league(self) -> None:
        subprocess.run(["kahua", "check", "--bot", f"{sys.executable} bot.py"], check=True)


if __name__ == "__main__":
    unittest.main()
