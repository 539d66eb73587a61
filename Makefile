# make            the gates of the shipped roles, in bin/
# make quick      the tests that a change fails first, in under a minute
# make ci         all that a change has to pass
# make accept     real clients under the gates, through kei install (Node 20, npm)
# make states     verify, asked about every state in goldentests/states
# make fuzz       every fuzz target, for FUZZTIME each
# make attack     makes and proves texts that are to get past the gates (bubblewrap); ATTACK=second/paths one section
# make bench      whole-process figures, beside their baselines
# make measure    false alarms and misses over public collections (goldentests/README.md)
# make prove      asks the programs that are installed for what programs/*.toml says (bubblewrap, strace)
# make goldens    record what the tests compare with
# make release    archives, packages, formula, sums and bills for six systems, in dist/ (docs/install.md)
# make stranger   a release on a machine that has never seen kei, with real clients (root, debootstrap, bubblewrap)
# make release-check  a release for two systems, twice, and what it must answer

GO ?= go

# The flags that a person has set for all of Go are no part of what is built and tested.
export GOFLAGS := -trimpath

.PHONY: all build gen ci fmt vet quick test atoms accept accept-all states fuzz attack bench measure prove goldens release release-check stranger clean FORCE

all: build

build: bin/kei
	bin/kei build

bin/kei: FORCE
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/kei ./cmd/kei
	ln -sf kei bin/kei-capability
	ln -sf kei bin/kei-ledger
	ln -sf kei bin/kei-agent-runtime
	ln -sf kei bin/kei-runtime
	ln -sf kei bin/kei-pipe
	ln -sf kei bin/kei-schema-lint
	ln -sf kei bin/kei-forge

gen:
	$(GO) generate ./out

ci: fmt vet test build atoms

fmt:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "gofmt: $$unformatted"; exit 1; fi

vet:
	$(GO) vet ./...
	$(GO) run ./cmd/keivet ./out/...
	$(GO) tool staticcheck ./...

# The packages of atoms that ship: each is a module of its own, and stands alone.
# make build has built their programs.
atoms: bin/kei
	@set -e; for dir in primitives/*/; do package=$$(basename $$dir); \
		(cd $$dir && GOFLAGS= GOWORK=off $(GO) vet ./... && GOFLAGS= GOWORK=off $(GO) test ./...); \
		bin/kei atom lint --strict --package $$package; \
	done
	bin/kei atom lint --strict --exec
	bin/kei atom test kei-task

# What needs no clients, no compiled gates and no database; -short leaves out what
# compiles programs or waits.
quick:
	$(GO) test -short ./runtime/... ./gen/... ./templates ./internal/files ./internal/tomlpos

# A line a package, and what failed once more at the end, where it is looked for.
test:
	$(GO) tool gotestsum --format pkgname --format-hide-empty-pkg -- -timeout 28m ./...

accept: build
	node acceptance/accept.mjs --install

accept-all: build
	node acceptance/accept.mjs --install --all

# KEI_STATES="dep skip" asks those alone whose names hold one of the words,
# KEI_STATES=2/3 the second third of each language's.
# KEI_HARNESSES is a folder with vitest, jest and mocha, in each of which npm install has
# put the package of that name; without it their states are skipped.
KEI_STATES ?= all
states:
	KEI_STATES="$(KEI_STATES)" $(GO) test -count=1 -timeout 60m -v -run TestStates ./goldentests/states

# Each target for FUZZTIME; what falls out is kept under testdata/fuzz.
FUZZTIME ?= 10m
fuzz:
	@set -e; for package in $$($(GO) list ./...); do \
		list=$$($(GO) test -list '^Fuzz' $$package); \
		for target in $$(echo "$$list" | grep '^Fuzz'); do \
			echo "fuzz $$package $$target"; \
			$(GO) test $$package -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME); \
		done; \
	done

ATTACK ?= first second
attack:
	@set -e; for set in $(ATTACK); do $(GO) test ./goldentests -count=1 -timeout 60m -v -run '^TestProof$$' -attack $$set; done

# AGAINST=COMMIT: also beside the gates of that commit.
bench: build
	$(GO) run ./bench $(if $(AGAINST),-against $(AGAINST))

# What a collection is not there for is skipped, with a line.
measure:
	$(GO) test ./goldentests -count=1 -v -run '^Test(Attacks|LaterReports|SelfProtection|Misses|Alarms|Collections|Runners|NamedPolicies|GTFOBins)$$'
	$(GO) test ./gen/programs/proof -count=1 -v -run '^TestCompletion$$'

# In a container without network, under strace; KEI_PROVE="git tar" asks some alone.
KEI_PROVE ?= all
prove:
	KEI_PROVE="$(KEI_PROVE)" $(GO) test -count=1 -timeout 20m -v ./gen/programs/proof
	KEI_MANUALS="$(filter all sample,$(KEI_PROVE))" $(GO) test -count=1 -timeout 20m -v ./goldentests -run TestManualsAttack

goldens:
	$(GO) test ./goldentests -update
	$(GO) test ./gen/schema -update

release:
	release/run

release-check:
	release/check

stranger:
	release/run --few
	node acceptance/install-clients.mjs claude codex
	node acceptance/stranger.mjs

clean:
	rm -rf bin dist

FORCE:
