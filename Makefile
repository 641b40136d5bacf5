# Builds the program as engine testers such as OpenBench want it: `make EXE=name` leaves an optimised program of that
# name here. Everything else is done with cargo.

EXE ?= khun
CARGO ?= cargo
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

.PHONY: all
all:
	$(CARGO) build --release --locked --package khun-cli --target-dir $(TARGET_DIR)
	cp $(TARGET_DIR)/release/khun$(SUFFIX) $(EXE)
