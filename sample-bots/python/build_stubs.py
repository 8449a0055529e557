"""Generates the message classes from the .proto files while the package is built, so that users don't need protoc."""

import re
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildStubs(BuildHookInterface[Any]):
    """Puts the generated classes into the wheel as `kahua.proto`; for an editable install, into the source folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        if version == "editable":
            generate(proto_root(here), here / "src" / "kahua" / "proto")
        else:
            self.made = tempfile.TemporaryDirectory()
            generate(proto_root(here), Path(self.made.name))
            build_data["force_include"][self.made.name] = "kahua/proto"


def proto_root(here: Path) -> Path:
    """The root of the .proto imports: the copy in a source distribution, or else the repository's own folder."""
    packed = here / "protos"
    return packed if packed.is_dir() else here.parent.parent / "proto" / "proto"


def generate(root: Path, out: Path) -> None:
    protos = sorted(str(path.relative_to(root)) for path in root.rglob("*.proto"))
    if not protos:
        raise SystemExit(f"no .proto files below {root}: build from a whole checkout or from a source distribution")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    well_known = files("grpc_tools") / "_proto"
    flags = [f"--{kind}_out={out}" for kind in ("python", "pyi", "grpc_python")]
    if protoc.main(["protoc", f"-I{root}", f"-I{well_known}", *flags, *protos]) != 0:
        raise SystemExit("protoc could not read the .proto files: see above")
    for generated in out.rglob("*_pb2*.py*"):
        # protoc writes imports from the root of the .proto files, but the classes live below kahua.proto.
        text = generated.read_text()
        generated.write_text(re.sub(r"^from (arena|games)\.", r"from kahua.proto.\1.", text, flags=re.MULTILINE))
    for folder in (out, *(path for path in out.rglob("*") if path.is_dir())):
        (folder / "__init__.py").write_text('"""Generated from the .proto files."""\n')
