# Every task of this repository. `just` lists the recipes; CONTRIBUTING.md says when to use which. `.ci/run` installs the
# tools into target/tools and runs the checks.

set shell := ["bash", "-euo", "pipefail", "-c"]

export PATH := justfile_directory() / "target/tools/bin:" + env("PATH")

# Maven's runs are too short for Java's second compiler, which would take half of their time.
export MAVEN_OPTS := env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")

# The languages whose bots are built, linted and tested by the recipes for CI.
export KAHUA_LANGUAGES := env("KAHUA_LANGUAGES", "python typescript go java cpp")

# The seconds for which each fuzz target runs.
fuzz_seconds := env("FUZZ_SECONDS", "10")

# The commit that the protos must stay compatible with; empty stands for where this branch left main.
proto_base := env("PROTO_BASE", "")

[private]
default:
    @just --list --unsorted

# Installs the tools that the recipes use into target/tools, and the libraries of the C++ bots (Debian, macOS).
[group('start')]
setup:
    .ci/install

# Runs an arena with a handful of bots and shows the standings as they grow.
[group('start')]
demo *args:
    cargo run --locked --release -- demo {{ args }}

# Runs the fast tests, without those that start whole bots. Uses cargo-nextest if it is installed.
[group('test')]
quick *args:
    #!/usr/bin/env bash
    set -euo pipefail
    if cargo nextest --version >/dev/null 2>&1; then
      cargo nextest run --locked --workspace --profile quick {{ args }}
    else
      # cargo can only leave out whole packages: here the binary's and the black-box tests.
      cargo test --locked --workspace --exclude kahua --exclude kahua-tests --lib --tests {{ args }}
    fi

# Runs every test of the workspace, as `cargo test --workspace` does; bots whose tools are missing are skipped by name.
[group('test')]
test *args:
    cargo test --locked --workspace {{ args }}

# Builds the sample bots of these languages and runs their own tests; without a name, those of every language.
[group('test')]
bots *languages:
    #!/usr/bin/env bash
    set -euo pipefail
    languages="{{ languages }}"
    for language in ${languages:-python typescript go java cpp rust}; do
      echo "== $language"
      just "_build-$language" "_test-$language"
    done

# Builds the rules for Python and runs their tests.
[group('test')]
engine-python: _build-engine-python _test-engine-python

# Trains a network for MINUTES, as docs/train.md says, and lets it play against `greedy`.
[group('test')]
train game minutes="45": _build-engine-python
    cd sample-bots/python && python -m train {{ game }} --minutes {{ minutes }}
    cargo build --locked --release
    target/release/kahua play --game {{ game }} --matches 200 --bot "trained=python3 sample-bots/python/trained.py" --bot greedy=house:greedy

# `just test` builds only those that take less than a minute.
# Writes a project with `kahua new` in every language, builds it as its printed steps say, and checks its bot.
[group('test')]
new:
    KAHUA_NEW_ALL=1 KAHUA_REQUIRE_ALL=1 cargo test --locked -p kahua --test binary the_project_of_every_language -- --show-output

# Works with the stable compiler.
# Runs each fuzz target, or those of one crate (`engine`, `arena/core`, `arena/server` or `arena/cli`), for FUZZ_SECONDS (10).
[group('test')]
fuzz *crates:
    #!/usr/bin/env bash
    set -euo pipefail
    if ! cargo fuzz --version >/dev/null 2>&1; then
      echo "cargo-fuzz isn't installed (`cargo install cargo-fuzz`): the corpus is tried with some bytes changed instead" >&2
      exec cargo test --locked --workspace --test fuzz_corpus
    fi
    # cargo-fuzz sets unstable flags; this variable lets a stable compiler accept them.
    export RUSTC_BOOTSTRAP=1
    found=$(mktemp -d)
    trap 'rm -rf "$found"' EXIT
    crates="{{ crates }}"
    for crate in ${crates:-engine arena/core arena/server arena/cli}; do
      for target in $(cd "$crate" && cargo fuzz list); do
        # Without unsafe code there is nothing for a sanitizer to find, and the crates share what is built. New inputs go
        # to the first folder, so that the corpus of the repository stays as it is. Long inputs are tried from the start,
        # since a game needs them.
        mkdir -p "$found/$target"
        (cd "$crate" && cargo fuzz run --sanitizer none --codegen-units 16 --target-dir "{{ justfile_directory() }}/target/fuzz" \
          "$target" "$found/$target" "fuzz/corpus/$target" -- -max_total_time={{ fuzz_seconds }} -len_control=0)
      done
    done

# Rewrites the goldens of the games, their cheat sheets and the fixtures of the bots. Review the diff: it is the change of behaviour.
[group('test')]
goldens:
    UPDATE_GOLDENS=1 cargo test --locked --workspace --test conformance
    UPDATE_GOLDENS=1 cargo test --locked -p kahua --bin kahua cheat_sheet
    UPDATE_FIXTURES=1 cargo test --locked --workspace --test messages --test greedy
    git status --short -- engine/src/games engine/show/src/games docs/boards docs/bots sample-bots/fixtures

# Makes the committed code of the protos anew in Rust, Python and TypeScript, after a change of a `.proto` file.
[group('test')]
protos: _build-python _build-typescript
    UPDATE_PROTOS=1 cargo test --locked -p kahua-proto --test generated
    python sample-bots/python/generate.py
    cd sample-bots/typescript && npm run --silent generate
    git status --short -- proto/src/generated sample-bots/python/src/kahua sample-bots/typescript/src/proto

# Measures the engine, the arena and the store on this machine; docs/performance.md explains the numbers.
[group('test')]
bench:
    cargo run --locked --profile dist -- bench engine
    cargo run --locked --profile dist -- bench arena
    cargo bench --locked --workspace --benches

# Runs one measurement: capacity, page-load, spectators, coverage, growth, hostile, relay, strengths or watchers. The first three take options.
[group('test')]
measure name *args:
    #!/usr/bin/env bash
    set -euo pipefail
    case "{{ name }}" in
      coverage) set -- -p kahua-leagues --test formats coverage_of ;;
      growth) set -- -p kahua --test kills more_nodes ;;
      hostile) set -- -p kahua --test binary the_wait_of_good_bots ;;
      relay) set -- -p kahua-server --lib cost_of_the_relay ;;
      strengths) set -- -p kahua-leagues --test formats strengths ;;
      watchers) set -- -p kahua-web --test pages watchers ;;
      *)
        cargo build --locked --profile dist --package kahua --package kahua-measure --bins
        exec "${CARGO_TARGET_DIR:-target}/dist/measure" "{{ name }}" {{ args }} ;;
    esac
    exec cargo test --locked --profile dist "$@" -- --ignored --nocapture

# Formats every language.
[group('lint')]
fmt: _fmt-rust _fmt-protos _fmt-python _fmt-java _fmt-cpp _fmt-go

# Checks layout, lints, docs, licences, features, protos and the bots of every language; changes nothing.
[group('lint')]
lint: lint-rust lint-dependencies lint-features-all lint-protos lint-python lint-typescript lint-go lint-java lint-cpp lint-scripts

# rustfmt.
[group('lint')]
lint-layout:
    cargo fmt --all --check

# rustfmt and clippy; a warning is an error.
[group('lint')]
lint-code: lint-layout
    cargo clippy --locked --workspace --all-targets --all-features -- -D warnings

# rustfmt, clippy and rustdoc; a warning is an error.
[group('lint')]
lint-rust: lint-code
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --all-features

# Licences, banned crates and sources, as deny.toml allows them. Advisories would need the network, so they are left out.
[group('lint')]
lint-dependencies:
    cargo deny --locked check --hide-inclusion-graph licenses bans sources

# Checks every crate that has features without them and with each one alone.
[group('lint')]
lint-features-all:
    cargo hack check --locked --each-feature --workspace

# buf lint and layout, and `breaking` against PROTO_BASE.
[group('lint')]
lint-protos: breaking
    cd proto && npx --yes @bufbuild/buf@1 lint
    cd proto && npx --yes @bufbuild/buf@1 format --diff --exit-code

# Checks that clients of the protos at PROTO_BASE, or at the commit where this branch left main, still work.
[group('lint')]
breaking:
    .ci/breaking {{ proto_base }}

# ruff and mypy; for the rules in Python also stubtest, which compares the stub with the compiled module.
[group('lint')]
lint-python: _build-python _build-engine-python _lint-python

_lint-python:
    cd sample-bots/python && ruff format --check . && ruff check .
    cd sample-bots/python && mypy --strict -p kahua && mypy --strict first_legal.py random_bot.py greedy.py lookahead.py mcts.py measure_rules.py mistakes.py trained.py && mypy --strict -p train
    cd engine/python && ruff format --check . && ruff check .
    cd engine/python && mypy --strict kahua_engine tests && stubtest --mypy-config-file pyproject.toml kahua_engine

# eslint; the compiler itself runs in each build.
[group('lint')]
lint-typescript: _build-typescript _lint-typescript

_lint-typescript:
    cd sample-bots/typescript && npm run --silent lint

# gofmt, which lists the files that it would change; go vet runs in each build.
[group('lint')]
lint-go:
    git ls-files -z 'sample-bots/go/*.go' | xargs -0 gofmt -l | (! grep .)

# spotless with palantir-java-format.
[group('lint')]
lint-java:
    cd sample-bots/java && mvn --batch-mode --quiet spotless:check

# clang-format; the compiler's own warnings show in each build.
[group('lint')]
lint-cpp:
    git ls-files -z 'sample-bots/cpp/*.cpp' 'sample-bots/cpp/*.h' | xargs -0 clang-format --dry-run -Werror

# shellcheck.
[group('lint')]
lint-scripts:
    shellcheck .ci/breaking .ci/changed .ci/install .ci/left-main .ci/package .ci/run sample-bots/build sample-bots/fixtures/tls/make sample-bots/go/generate.sh sample-bots/pack sample-bots/shell/first-legal.sh

# `.ci/run` alone leaves out the languages that can't have changed. Bots whose tools are missing are an error here.
# Everything that must be green before a change lands, with every language.
[group('ci')]
ci:
    .ci/run

# The layout comes first, since it takes a second. `.ci/run` lints the code while it builds.
_checks: lint-layout _build-all _build-engine-python _test-and-lint _packages-changed lint-dependencies

# Side by side, since the lints wait for registries and use one core. They build nothing: the tests use what is built.
_test-and-lint:
    printf '%s\n' test-all _lint-bots _test-engine-python | xargs -P 0 -I{} just {}

# What a test printed is shown only if it fails, and all that fail are named in one run. Four tests run at once, since those with whole
# programs wait for them half of their time.
# Runs every test; bots whose tools are missing are an error.
[group('ci')]
test-all:
    KAHUA_REQUIRE_ALL=1 RUST_TEST_THREADS=${RUST_TEST_THREADS:-4} cargo test --locked --workspace --no-fail-fast

# Runs every test again and again beside eight processes that keep every core busy: none may depend on the speed of the machine.
[group('ci')]
stress rounds="5":
    #!/usr/bin/env bash
    set -euo pipefail
    # Built before, since that needs no proof.
    cargo test --locked --workspace --no-run
    busy=()
    trap 'kill "${busy[@]}"' EXIT
    for _ in 1 2 3 4 5 6 7 8; do
      while :; do :; done &
      busy+=($!)
    done
    for round in $(seq "{{ rounds }}"); do
      echo "== round $round of {{ rounds }}"
      just test-all
    done

# Packs the client of each language as its registry wants it, and plays a match with it from an empty folder.
[group('ci')]
packages *languages:
    sample-bots/pack {{ languages }}

# Kills an arena and its bots again and again while leagues are played, and compares what is left with what bots were told. Does
# the same with three arenas that share a database, which are also frozen, cut off and unplugged. KAHUA_KILLS, KAHUA_NODE_KILLS
# and KAHUA_SEED say how often and when. Then simulates arenas for KAHUA_SIM_SECONDS (300), and leagues in which it
# counts how often rating intervals cover the truth, and runs the fuzz targets. docs/reliability.md says how to repeat what it finds.
# Looks longer than the tests for what they may miss: kills arenas, simulates them and leagues, and runs the fuzz targets.
[group('ci')]
soak: && fuzz
    KAHUA_KILLS=${KAHUA_KILLS:-66} KAHUA_NODE_KILLS=${KAHUA_NODE_KILLS:-50} cargo test --locked -p kahua --test kills -- --show-output
    cargo test --locked -p kahua-server --test simulation many_seeds -- --ignored --show-output
    cargo test --locked --release -p kahua-ratings --test two_players --test coverage -- --ignored --show-output

# The workflows pack every language. Here those are left out that can't have changed, since they take six minutes.
_packages-changed:
    #!/usr/bin/env bash
    set -euo pipefail
    languages=$(.ci/changed)
    # The lints of `.ci/run` are not for bots outside of this repository.
    unset RUSTC_WORKSPACE_WRAPPER RUSTFLAGS
    if [ -z "$languages" ]; then
      echo "packages: no client and no proto has changed since yesterday" >&2
      exit
    fi
    sample-bots/pack $languages

# Builds the container image kahua:local.
[group('ci')]
image:
    docker build --tag kahua:local .

_build-bots: _build-python _build-typescript _build-go _build-java _build-cpp

# Side by side, since each waits for a registry or has steps that one core does alone. If one fails, the end says which.
_build-all:
    printf '%s\n' tests $KAHUA_LANGUAGES | xargs -P 0 -I{} just _build-{}

# With the benches, which nothing else builds.
_build-tests:
    cargo test --locked --workspace --all-targets --no-run

# Most of the time they wait for registries or for a program to start.
_lint-bots:
    printf '%s\n' scripts protos $KAHUA_LANGUAGES | xargs -P 0 -I{} just _lint-{}

alias _lint-scripts := lint-scripts
alias _lint-protos := lint-protos
alias _lint-go := lint-go
alias _lint-java := lint-java
alias _lint-cpp := lint-cpp

_build-python:
    python3 -m venv target/tools
    pip install --quiet --force-reinstall --no-deps ./sample-bots/python
    pip install --quiet './sample-bots/python[dev]'

# The module comes from the build of the tests, as `_build-rust` says: maturin would compile the rules once more, for its crate alone.
[linux]
_build-engine-python:
    cargo build --locked --workspace --lib --example mistakes
    # An installed package would be found before it.
    pip uninstall --quiet --yes kahua-engine 2>/dev/null
    cp "${CARGO_TARGET_DIR:-target}/debug/libkahua_engine_python.so" engine/python/kahua_engine/_engine.abi3.so
    echo {{ quote(justfile_directory() / "engine/python") }} >"$(python3 -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/kahua_engine.pth"

# The linker of macOS wants arguments that maturin knows.
[macos]
_build-engine-python:
    VIRTUAL_ENV={{ justfile_directory() }}/target/tools maturin develop --quiet --locked --manifest-path engine/python/Cargo.toml

_build-typescript:
    sample-bots/build typescript

_build-go:
    sample-bots/build go

_build-java:
    sample-bots/build java

_build-cpp:
    sample-bots/build cpp

# The example makes Cargo enable what the dev-dependencies enable. So this is the build of the tests, and not a second one.
_build-rust:
    cargo build --locked --workspace --exclude kahua-measure --bins --example mistakes

_test-engine-python:
    cd engine/python && pytest -q tests

_test-python:
    cd sample-bots/python && python3 -m unittest discover tests

_test-typescript:
    cd sample-bots/typescript && npm test --silent

_test-go:
    cd sample-bots/go && go test ./...

_test-java:
    cd sample-bots/java && mvn --batch-mode --quiet test

_test-cpp:
    ctest --test-dir sample-bots/cpp/build --output-on-failure

_test-rust:
    cargo test --locked -p kahua-client -p kahua-bots

_fmt-rust:
    cargo fmt --all

_fmt-protos:
    cd proto && npx --yes @bufbuild/buf@1 format --write

_fmt-python:
    cd sample-bots/python && ruff check --fix . && ruff format .
    cd engine/python && ruff check --fix . && ruff format .

_fmt-go:
    git ls-files -z 'sample-bots/go/*.go' | xargs -0 gofmt -w

_fmt-java:
    cd sample-bots/java && mvn --batch-mode --quiet spotless:apply

_fmt-cpp:
    git ls-files -z 'sample-bots/cpp/*.cpp' 'sample-bots/cpp/*.h' | xargs -0 clang-format -i
