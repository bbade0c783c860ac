# Everything a developer does with LifeSignal; `make` alone lists it. What takes more than a line is a
# script in make/.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help

SWIFT := swift
# A debug build: from clean it is there in a little over half the time that a release build takes, and
# `make run` and `make test` share it (docs/DEVELOPING.md has the numbers).
PROGRAMS := lifesignald lifesignalctl lifesignal-notify
FORMATTED := Package.swift Sources Tests Benchmarks

.PHONY: help deps check-deps build release install deb run test lint check bench bench-quick fuzz \
	simulate years mutations faults kill power-cut generate format clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: deps build ## see LifeSignal at work, in this terminal, on a directory of its own
	@scripts/demo.sh

test: deps ## build and run all tests
	@make/test

# For the same code the same stories. A LIFESIGNAL_ variable would be taken for a mistake by the programs under test.
check: export SIMULATION_FIRST_SEED = $(shell make/first-seed)
check: check-deps test lint ## everything: the tests, the layout of the code, and the heavier checks
	@make/check

bench: deps ## measure how fast it is, beside what this machine can do; forty minutes
	@make/bench full

bench-quick: deps ## the same in two minutes, after the build, and with fewer people
	@make/bench quick

fuzz: deps ## look for input that breaks the protocol's readers, until stopped
	@Fuzz/fuzz

simulate: deps ## tell made-up stories beside a model of what must be true, until one fails or you stop it
	@$(SWIFT) build --build-tests
	@while LIFESIGNAL_STORIES=500 $(SWIFT) test --skip-build --disable-xctest --quiet \
		--filter SimulationTests; do :; done

years: deps ## ten thousand user-years of such stories; an hour of two processors
	@LIFESIGNAL_YEARS=20 make/checks/simulation 10

mutations: deps ## make deliberate faults in the core, each of which the stories have to find; as root
	@$(SWIFT) build --build-tests
	@make/tests/mutations 3000

faults: deps build ## let every single call to the disk fail, once, one after the other
	@make/tests/storage faults

kill: deps build ## kill the daemon a thousand times, and look whether anything is lost
	@make/tests/storage kill 1000

power-cut: check-deps build ## cut the power under it two hundred times, on ext4 and XFS; as root
	@make/tests/storage cut 100 3600

deps: ## install the Debian packages that the build needs
	@make/deps build

check-deps:
	@make/deps build check

build: ## build the three programs, for debugging, into .build/debug
	@for program in $(PROGRAMS); do $(SWIFT) build --product "$$program"; done

release: ## build them as they are shipped, with Swift's own libraries inside, into .build/release
	@for program in $(PROGRAMS); do \
		$(SWIFT) build -c release --static-swift-stdlib --product "$$program"; done

install: ## install what `make release` has built, below DESTDIR if it is set
	@make/install "$(DESTDIR)"

deb: ## build the Debian package, into this directory
	@make/deps build package
	@make/deb

generate: ## write the Swift types anew from the .varlink files
	@make/generate

format: ## lay the code out
	@$(SWIFT) format -i --recursive $(FORMATTED)

lint: ## say where the code is not laid out
	@$(SWIFT) format lint --strict --recursive $(FORMATTED)

clean: ## remove what was built and the state of `make run`
	@rm -rf .build .build-* run
