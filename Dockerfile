# Images of the engine with the arena (the last stage, by default) and of the board. docs/packaging.md describes them.
#
#   docker build -t upheaval . && docker run --rm -i upheaval
#   docker build --target board -t upheaval-board . && docker run --rm -it --network host -v upheaval:/data upheaval-board
FROM rust:1.95-slim-bookworm AS build
# For the board's SQLite.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# A level of x86-64 or `native`; the default runs on every processor of the family.
ARG CPU=
# The engine is built alone: its features are its own.
RUN export RUSTFLAGS="${CPU:+-C target-cpu=$CPU}" \
 && cargo build --release --locked --package upheaval \
 && cargo build --release --locked --package upheaval-arena --bin arena \
 && cargo build --release --locked --package upheaval-board --bin upheaval-board

FROM debian:bookworm-slim AS base
RUN useradd --create-home player && install -d -o player /data
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/upheaval/
USER player
WORKDIR /data

FROM base AS board
COPY --from=build /source/target/release/upheaval-board /usr/local/bin/
VOLUME /data
ENTRYPOINT ["upheaval-board", "--no-open", "--data", "/data"]

FROM base AS engine
COPY --from=build /source/target/release/upheaval /source/target/release/arena /usr/local/bin/
ENTRYPOINT ["upheaval"]
