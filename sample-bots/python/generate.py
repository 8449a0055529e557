"""Makes the message classes in `src/kahua` from the .proto files. They are committed, so that nobody who installs the package needs
protoc: `pip install '.[dev]'`, then `python generate.py`."""

import shutil
import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
PROTOS = HERE.parent.parent / "proto"

PACKAGES = ("arena", "games")
"""The packages below `kahua` that hold nothing but generated classes."""


def generate(out: Path) -> None:
    """Writes the packages into `out/kahua`, in place of those that are there."""
    protos = sorted((PROTOS / "kahua").rglob("*.proto"))
    services = [path for path in protos if "\nservice " in path.read_text()]
    out.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        shutil.rmtree(out / "kahua" / package, ignore_errors=True)
    run_protoc(protos, f"--python_out={out}")
    # Unlike protoc's own stubs, these know the names of oneofs and carry the comments of the protos.
    run_protoc(protos, plugin("protoc-gen-mypy"), f"--mypy_out=quiet:{out}")
    run_protoc(services, f"--grpc_python_out={out}", plugin("protoc-gen-mypy_grpc"), f"--mypy_grpc_out=quiet:{out}")
    for package in PACKAGES:
        top = out / "kahua" / package
        for folder in (top, *(path for path in top.rglob("*") if path.is_dir())):
            (folder / "__init__.py").write_text('"""Generated from the .proto files."""\n')


def run_protoc(protos: list[Path], *flags: str) -> None:
    well_known = files("grpc_tools") / "_proto"
    names = [str(path.relative_to(PROTOS)) for path in protos]
    if protoc.main(["protoc", f"-I{PROTOS}", f"-I{well_known}", *flags, *names]) != 0:
        raise SystemExit("protoc could not read the .proto files: see above")


def plugin(name: str) -> str:
    """The flag that says where a program of mypy-protobuf is: beside the interpreter, whose folder needn't be in the PATH."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which(name, path=beside) or shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is missing: pip install '.[dev]'")
    return f"--plugin={name}={found}"


if __name__ == "__main__":
    generate(HERE / "src")
