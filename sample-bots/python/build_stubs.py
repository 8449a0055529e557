"""Generates the message classes from the .proto files while the package is built, so that users don't need protoc."""

import shutil
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("arena", "games")
"""The packages below `kahua` that hold the generated classes."""


class BuildStubs(BuildHookInterface[Any]):
    """Puts the generated classes into the wheel, as `kahua.arena` and `kahua.games`; for an editable install, into the
    source folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        if version == "editable":
            generate(proto_root(here), here / "src")
        else:
            self.made = tempfile.TemporaryDirectory()
            generate(proto_root(here), Path(self.made.name))
            for package in PACKAGES:
                build_data["force_include"][f"{self.made.name}/kahua/{package}"] = f"kahua/{package}"


def proto_root(here: Path) -> Path:
    """The root of the .proto imports: the copy in a source distribution, or else the repository's own folder."""
    packed = here / "protos"
    return packed if packed.is_dir() else here.parent.parent / "proto"


def generate(root: Path, out: Path) -> None:
    protos = sorted(str(path.relative_to(root)) for path in (root / "kahua").rglob("*.proto"))
    if not protos:
        raise SystemExit(f"no .proto files below {root}: build from a whole checkout or from a source distribution")
    out.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        shutil.rmtree(out / "kahua" / package, ignore_errors=True)
    well_known = files("grpc_tools") / "_proto"
    flags = [f"--{kind}_out={out}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{root}", f"-I{well_known}", *flags, *protos]) != 0:
        raise SystemExit("protoc could not read the .proto files: see above")
    for package in PACKAGES:
        top = out / "kahua" / package
        for folder in (top, *(path for path in top.rglob("*") if path.is_dir())):
            (folder / "__init__.py").write_text('"""Generated from the .proto files."""\n')
