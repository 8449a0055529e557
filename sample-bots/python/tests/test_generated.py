"""The committed message classes are what the .proto files generate."""

import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

PYTHON = Path(__file__).resolve().parent.parent
PROTOS = PYTHON.parent.parent / "proto" / "kahua"
TOOLS = all(importlib.util.find_spec(tool) for tool in ("grpc_tools", "mypy_protobuf"))


@unittest.skipUnless(PROTOS.is_dir(), "the .proto files are only in Kahua's repository")
@unittest.skipUnless(TOOLS, "grpcio-tools and mypy-protobuf aren't installed: pip install '.[dev]'")
class GeneratedTest(unittest.TestCase):
    def test_the_committed_classes_are_what_the_protos_generate(self) -> None:
        sys.path.insert(0, str(PYTHON))
        import generate

        with tempfile.TemporaryDirectory() as fresh:
            generate.generate(Path(fresh))
            for package in generate.PACKAGES:
                committed = contents(PYTHON / "src" / "kahua" / package)
                made = contents(Path(fresh) / "kahua" / package)
                self.assertEqual(committed.keys(), made.keys(), "run `python generate.py`")
                for name in made:
                    self.assertTrue(committed[name] == made[name], f"{name} is old: run `python generate.py`")


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder that protoc makes, with what they hold."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.py*") if path.suffix != ".pyc"}


if __name__ == "__main__":
    unittest.main()
