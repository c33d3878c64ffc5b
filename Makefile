# What test frameworks call; people call cargo.
#
#   make EXE=Name [EVALFILE=network]   the engine, as Name in this folder, with the network in place of its own for its game
#   make CXX=g++                       the match runner, as fastchess in this folder; CXX is not used
#   make                               both, the engine as upheaval
#
# OpenBench fetches a repository and builds it in these two ways, and tells them apart by nothing else: docs/openbench.md.
# FEATURES=tune makes the numbers of the search options; contrib/openbench/tune does so for frameworks that cannot say it.

# Where the sources are: this folder, whichever folder make was called in.
SOURCES := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
CARGO ?= cargo
EXE ?= upheaval
FEATURES ?=
RUNNER := fastchess
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
# Cargo's own folder unless the environment names another.
BUILT := $(or $(CARGO_TARGET_DIR),$(SOURCES)target)/release

# The build script of `eval` reads it from the environment.
ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
endif

.PHONY: default engine runner
ifeq ($(origin EXE),command line)
default: engine
else ifeq ($(origin CXX),command line)
default: runner
else
default: engine runner
endif

# The recipes end in a copy, not in a link by another name: an engine that is called otherwise is not linked again.
engine:
	$(CARGO) build --release --locked --manifest-path "$(SOURCES)Cargo.toml" -p upheaval $(if $(FEATURES),--features $(FEATURES))
	cp "$(BUILT)/upheaval$(SUFFIX)" "$(CURDIR)/$(EXE)$(SUFFIX)"

runner:
	$(CARGO) build --release --locked --manifest-path "$(SOURCES)Cargo.toml" -p upheaval-arena --bin arena
	cp "$(BUILT)/arena$(SUFFIX)" "$(CURDIR)/$(RUNNER)$(SUFFIX)"
