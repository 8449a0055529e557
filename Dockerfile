# syntax=docker/dockerfile:1
# `kahua` and nothing else: no shell, no package manager, no root. Build it with `just image`, run it with
# docker run --publish 7700:7700 --volume kahua:/data kahua:local

FROM rust:1.95.0-bookworm AS build
WORKDIR /kahua
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/kahua/target \
    cargo build --locked --profile dist --bin kahua --features pictures \
    && install -D target/dist/kahua /out/kahua \
    && mkdir /out/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/kahua /usr/local/bin/kahua
# A volume takes over the owner of the folder that it is mounted on.
COPY --from=build --chown=nonroot:nonroot /out/data /data
USER nonroot
VOLUME /data
EXPOSE 7700
# On an address other than loopback the arena asks for tokens: `kahua bot add` issues them.
ENTRYPOINT ["/usr/local/bin/kahua"]
CMD ["serve", "--listen", "0.0.0.0:7700", "--data", "/data"]
