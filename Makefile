# The commands for working on HanScan. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

# One configuration for everything, so that nothing is compiled twice. Release: code that loops over pixels is many
# times slower without the optimiser, and the tests read real pages.
CONFIGURATION ?= release
SWIFT ?= swift
# The tests import modules with @testable; the program is built with the same flag, or it would be compiled twice.
# Debugging information would take the compiler a seventh more time; without -gnone a backtrace has lines of files.
SWIFTFLAGS ?= -Xswiftc -enable-testing -Xswiftc -gnone
BUILD := .build/$(CONFIGURATION)
HANSCAN := $(BUILD)/hanscan
BENCH = $(PYTHON) Tests/Bench/bench.py
PYTHON := /usr/bin/python3
OUT ?= out
PREFIX ?= /usr/local
# For `make bench` and `make quality`: further options of `hanscan run`, and of the bench itself.
FLAGS ?=
OPTIONS ?=
# For `make torture`.
KILLS ?= 300
POINTS ?= 60
WORKERS ?= 100
DISKS ?= 60
SEQUENCES ?= 20000
TREES ?= 200
# For `make arrivals`.
FILES ?= 10000
# For `make debtest`.
OLD ?=
# For `make fuzz`: seconds in all, the targets (all), and a folder of files for whole runs.
TIME ?= 300
TARGETS ?=
CORPUS ?=
# For `make cluster-test`.
ROUNDS ?= 20
# For `make documents`: drawn pages, each written as PDF by every producer.
SHEETS ?= 11
# For `make search`.
RECEIPTS ?= 10000
# For `make roundtrip` and `make bookkeeping`.
EDITS ?= 1000
SEED ?= 1
# For `make mutations`: mutants, and the modules they are drawn from (all of Tests/Mutation/suites.txt).
SAMPLE ?= 400
MODULES ?=
# For `make soak`.
PAGES ?= 5000
# For `make sanitize`.
SANITIZER ?= thread
# For `make confidence`: pages to fit on; half as many are used for testing.
DRAWN ?= 400

.PHONY: help packages toolchain setup build test keys demo bench quality ablation calibration confidence score marks kinds understanding torture arrivals search roundtrip bookkeeping fuzz soak sanitize mutations cluster-test lint \
  docs documents searchable ocrmypdf model letters detection samples install uninstall deb debtest clean

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sort | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 14

# Without any Swift nothing is installed; its version can be asked only when its libraries are installed.
packages:
	@command -v $(SWIFT) >/dev/null || .ci/setup --toolchain $(SWIFT)
	@.ci/setup build test

toolchain: packages
	@.ci/setup --toolchain $(SWIFT)

# `.ci/run` also needs the tests: one build of both waits less for the modules that compile one after the other.
build: packages toolchain ## Compile everything
	@$(SWIFT) build -c $(CONFIGURATION) $(SWIFTFLAGS) $(if $(CI),--build-tests)

setup: build ## Install what is missing from Debian, naming it, and compile

test: setup ## Run the tests
	@$(SWIFT) build -c $(CONFIGURATION) $(SWIFTFLAGS) --build-tests
	@Tests/run.sh $(BUILD)

demo: setup ## Read the samples and compare with their known texts
	@rm -rf $(OUT)/demo
	@echo '$$ hanscan run samples/scans --exclude "*.txt" --settle 0 --out $(OUT)/demo --format text,json'
	@$(HANSCAN) run samples/scans --exclude '*.txt' --settle 0 --out $(OUT)/demo --format text,json
	@echo; echo '$$ hanscan show mart-ko.png --out $(OUT)/demo'
	@$(HANSCAN) show mart-ko.png --out $(OUT)/demo
	@echo; echo 'The same command again reads only what is new:'
	@$(HANSCAN) run samples/scans --exclude '*.txt' --settle 0 --out $(OUT)/demo --format text,json
	@echo
	@$(BENCH) compare samples/scans $(OUT)/demo --limit 2

bench: setup ## Speed and memory beside plain Tesseract: make bench DIR=pictures [FLAGS=... OPTIONS="--rounds 3"]
	@$(if $(DIR),,echo 'make bench DIR=folder of pictures'; exit 64)
	@mkdir -p $(OUT)
	@$(BENCH) speed "$(DIR)" --hanscan $(HANSCAN) --json $(OUT)/bench.json $(OPTIONS) -- $(FLAGS)

quality: setup ## Reading errors beside plain Tesseract: make quality DIR=pictures with NAME.gt.txt [FLAGS=... OPTIONS=...]
	@$(if $(DIR),,echo 'make quality DIR=folder of pictures with NAME.gt.txt beside them'; exit 64)
	@mkdir -p $(OUT)
	@$(BENCH) quality "$(DIR)" --hanscan $(HANSCAN) --json $(OUT)/quality.json $(OPTIONS) -- $(FLAGS)

ablation: setup ## The gain of each step of the reading: make ablation DIR=pictures with NAME.gt.txt [FLAGS=... OPTIONS=...]
	@$(if $(DIR),,echo 'make ablation DIR=folder of pictures with NAME.gt.txt beside them'; exit 64)
	@$(BENCH) ablation "$(DIR)" --hanscan $(HANSCAN) $(OPTIONS) -- $(FLAGS)

calibration: setup ## The error of confidences: make calibration DIR=pictures with NAME.gt.txt [FLAGS=... OPTIONS=...]
	@$(if $(DIR),,echo 'make calibration DIR=folder of pictures with NAME.gt.txt beside them'; exit 64)
	@mkdir -p $(OUT)
	@$(BENCH) calibration "$(DIR)" --hanscan $(HANSCAN) --json $(OUT)/calibration.json \
	  $(OPTIONS) -- $(FLAGS)

confidence: setup ## Fit the confidences again, on pages that are drawn here (a quarter of an hour) [DRAWN=400]
	@.ci/setup drawing
	@$(PYTHON) Sources/Training/pages.py $(OUT)/confidence/fit $(DRAWN) 1
	@$(PYTHON) Sources/Training/pages.py $(OUT)/confidence/held $$(($(DRAWN) / 2)) 2
	@ls $(OUT)/confidence/fit/*.jpg | xargs -P $$(nproc) -I@ sh -c '$(HANSCAN) inspect @ --page-timeout 600 \
	  --out $(OUT)/confidence/read/$$(basename @) >/dev/null' || test $$? -eq 123
	@$(PYTHON) Sources/Training/confidence.py $(OUT)/confidence/fit $(OUT)/confidence/read \
	  --table Sources/Recognition/Confidence/ConfidenceTable.swift
	@$(MAKE) build
	@$(BENCH) calibration $(OUT)/confidence/held --hanscan $(HANSCAN)

score: setup ## Fit the score of pages again, on pages that are drawn here (an hour) [DRAWN=400]
	@.ci/setup drawing
	@$(PYTHON) Sources/Training/signals.py $(OUT)/score/fit $(DRAWN) 1
	@$(PYTHON) Sources/Training/signals.py $(OUT)/score/held $$(($(DRAWN) / 2)) 2
	@for part in fit held; do $(HANSCAN) run $(OUT)/score/$$part --exclude '*.txt' --settle 0 --format json \
	  --out $(OUT)/score/$$part-read || test $$? -eq 65; done
	@$(PYTHON) Sources/Training/quality.py $(OUT)/score/fit $(OUT)/score/fit-read $(OUT)/score/held \
	  $(OUT)/score/held-read --table Sources/Understanding/Quality/QualityTable.swift

marks: setup ## Fit the network that tells the shapes of pen marks, on pages that are drawn here (two hours) [DRAWN=400]
	@.ci/setup drawing
	@$(PYTHON) Sources/Training/marks.py draw $(OUT)/marks/fit $(DRAWN) 1
	@$(PYTHON) Sources/Training/marks.py draw $(OUT)/marks/held $$(($(DRAWN) / 2)) 2
	@for part in fit held; do ls $(OUT)/marks/$$part/*.jpg | xargs -P $$(nproc) -I@ sh -c '$(HANSCAN) inspect @ \
	  --level fast --page-timeout 600 --out $(OUT)/marks/$$0-read/$$(basename @) >/dev/null' $$part || test $$? -eq 123; done
	@$(PYTHON) Sources/Training/marks.py fit $(OUT)/marks/fit $(OUT)/marks/fit-read \
	  --held $(OUT)/marks/held,$(OUT)/marks/held-read --table Sources/Imaging/Marks/marks.txt

kinds: setup ## Fit the weights that tell kinds of pages apart, on pages that are drawn here (an hour) [DRAWN=400]
	@.ci/setup drawing test
	@$(PYTHON) Sources/Training/kinds.py draw $(OUT)/kinds/fit $(DRAWN) 1
	@$(PYTHON) Sources/Training/kinds.py draw $(OUT)/kinds/held $$(($(DRAWN) / 4)) 2
	@for part in fit held; do $(HANSCAN) run $(OUT)/kinds/$$part --exclude '*.json' --settle 0 --level fast \
	  --out $(OUT)/kinds/$$part-read || test $$? -eq 65; \
	  $(BUILD)/hanscan-bench kinds $(OUT)/kinds/$$part-read $(OUT)/kinds/$$part.features; done
	@$(PYTHON) Sources/Training/kinds.py fit $(OUT)/kinds/fit $(OUT)/kinds/fit.features \
	  --held $(OUT)/kinds/held,$(OUT)/kinds/held.features --table Sources/Understanding/Kinds/kinds.weights

understanding: build ## Fit what receipts are understood by, on receipts that are drawn here (half an hour) [REAL=folders of real ones COUNT=2000]
	@REAL="$(REAL)" COUNT="$(COUNT)" Sources/Training/understanding.sh

torture: setup ## Robustness tests: kill runs and workers, fill disks, let calls fail, compare the files [KILLS=300 POINTS=60 WORKERS=100 DISKS=60 TREES=200 SEQUENCES=20000]
	@$(PYTHON) Tests/Torture/torture.py $(HANSCAN) --kills $(KILLS) --points $(POINTS) --workers $(WORKERS) --disks $(DISKS)
	@$(PYTHON) Tests/Torture/identity.py $(HANSCAN) --sequences $(TREES)
	@$(SWIFT) build -c $(CONFIGURATION) $(SWIFTFLAGS) --build-tests
	@HANSCAN_SEQUENCES=$(SEQUENCES) $(SWIFT) test -c $(CONFIGURATION) $(SWIFTFLAGS) --skip-build --filter IdentityPropertyTests
	@HANSCAN_STEPS=1000000 $(SWIFT) test -c $(CONFIGURATION) $(SWIFTFLAGS) --skip-build --filter SimulationTests
	@HANSCAN_FAILED_CALLS=all $(SWIFT) test -c $(CONFIGURATION) $(SWIFTFLAGS) --skip-build --filter FailedCallTests

arrivals: setup ## Drop files into a watched directory in bursts; each must be read exactly once [FILES=10000]
	@$(PYTHON) Tests/Torture/arrivals.py $(HANSCAN) --files $(FILES)

search: setup ## Draw receipts into a store, search in it, and measure the processor time [RECEIPTS=10000]
	@$(PYTHON) Tests/Torture/search.py $(HANSCAN) --receipts $(RECEIPTS) --out $(OUT)/search

roundtrip: setup ## Edit workbooks of the book at random, by openpyxl and LibreOffice, and take them back [EDITS=1000 SEED=1]
	@$(PYTHON) Tests/Torture/roundtrip.py $(HANSCAN) --edits $(EDITS) --seed $(SEED)

bookkeeping: setup ## Accounts over a drawn year, lists in four forms of files, and a book of 200,000 receipts [SEED=1]
	@$(PYTHON) Tests/Torture/book.py $(HANSCAN) --seed $(SEED)

fuzz: setup ## Fuzz what HanScan parses, and whole runs over mutated files [TIME=300 TARGETS="tiff exif" CORPUS=folder]
	@Tests/FuzzTests/build.sh $(SWIFT) $(CONFIGURATION) $(SWIFTFLAGS)
	@$(PYTHON) Tests/FuzzTests/fuzz.py --program .build/fuzz/$(CONFIGURATION)/hanscan-fuzz --hanscan $(HANSCAN) \
	  --time $(TIME) --targets "$(TARGETS)" $(if $(CORPUS),--corpus "$(CORPUS)") --out $(OUT)/fuzz

docs: setup ## Write the documentation of the library into OUT/library
	@Sources/Packaging/library.sh $(BUILD) $(OUT) $(SWIFT)

documents: setup ## Draw PDFs by many producers; compare what is read in them with what is read in their pictures [SHEETS=11]
	@.ci/setup documents
	@$(PYTHON) Tests/Documents/draw.py $(OUT)/documents $(SHEETS)
	@for part in pictures documents; do $(HANSCAN) run $(OUT)/documents/$$part --exclude '*.txt' --settle 0 \
	  --out $(OUT)/documents/read/$$part || test $$? -eq 65; done
	@$(PYTHON) Tests/Documents/compare.py $(OUT)/documents $(OUT)/documents/read

searchable: setup ## Check searchable PDFs by other programs, against the JSON: make searchable DIR=scans [FLAGS=...]
	@$(if $(DIR),,echo 'make searchable DIR=folder of scans'; exit 64)
	@.ci/setup documents
	@$(HANSCAN) run "$(DIR)" --exclude '*.txt' --exclude '*.json' --settle 0 --format pdf,json --out $(OUT)/searchable \
	  $(FLAGS) || test $$? -eq 65
	@$(PYTHON) Tests/Documents/searchable.py "$(DIR)" $(OUT)/searchable

ocrmypdf: setup ## Searchable PDFs beside OCRmyPDF's: make ocrmypdf DIR=pictures with NAME.gt.txt [OPTIONS=--fold-case]
	@$(if $(DIR),,echo 'make ocrmypdf DIR=folder of pictures with NAME.gt.txt beside them'; exit 64)
	@.ci/setup documents
	@$(PYTHON) Tests/Documents/versus.py $(HANSCAN) "$(DIR)" $(OPTIONS)

soak: setup ## Memory over time: read thousands of pages in one run; plot memory, descriptors, children [PAGES=5000]
	@$(PYTHON) Tests/Torture/soak.py $(HANSCAN) --pages $(PAGES) --out $(OUT)/soak -- $(FLAGS)

cluster-test: setup ## Read shards on a real Slurm while its parts are killed, compare with one machine; as root [ROUNDS=20]
	@.ci/setup cluster
	@$(PYTHON) Tests/Cluster/cluster.py $(HANSCAN) --rounds $(ROUNDS)

sanitize: setup ## Run the tests under a sanitizer of the compiler (long) [SANITIZER=thread, or address]
	@Tests/sanitize.sh $(SWIFT) $(CONFIGURATION) $(SANITIZER) $(SWIFTFLAGS)

mutations: setup ## Change the code in many ways, one at a time; the tests should notice each [SAMPLE=400 SEED=1 MODULES="StoreFiles"]
	@$(SWIFT) build -c $(CONFIGURATION) $(SWIFTFLAGS) --build-tests
	@$(PYTHON) Tests/Mutation/mutations.py $(BUILD) --sample $(SAMPLE) --seed $(SEED) --modules "$(MODULES)"

keys: setup ## Count the keys that correct receipts in the review: make keys DIR="folders of pictures with NAME.fields.json"
	@$(if $(DIR),,echo 'make keys DIR=folder of pictures with NAME.fields.json beside them'; exit 64)
	@$(PYTHON) Tests/Review/keys.py $(HANSCAN) $(DIR)

lint: toolchain ## Check style, words and layout of the sources
	@$(SWIFT) format lint --strict --parallel --recursive Sources Tests Package.swift samples/library
	@for script in .ci/run .ci/setup .ci/words Sources/Training/model.sh Sources/Training/letters.sh Tests/run.sh Tests/sanitize.sh Tests/FuzzTests/build.sh \
	  Sources/Packaging/deb.sh Sources/Packaging/commit.sh Sources/Packaging/try.sh Sources/Packaging/documentation.sh Sources/Packaging/library.sh \
	  samples/slurm/parallel.sh samples/slurm/ssh.sh samples/slurm/hanscan.sbatch Sources/CommandLineTool/Cluster/job.sh; do \
	  bash -n $$script; done
	@.ci/words
	@.ci/messages
	@.ci/layers

model: packages ## Train the network (hours; see Sources/Training)
	@Sources/Training/model.sh

letters: packages ## Fit the model of characters that corrects letters (minutes; see Sources/Training)
	@Sources/Training/letters.sh

detection: setup ## Train the faster network that finds text (an hour; see Sources/Training)
	@Sources/Training/detection.sh

samples: ## Draw the sample scans again
	@.ci/setup drawing
	@$(PYTHON) samples/draw.py

# `hanscan --version` names the commit of what is installed.
install: export HANSCAN_COMMIT = $(shell Sources/Packaging/commit.sh)
install: setup ## Copy the program to PREFIX (/usr/local)
	@install -d "$(DESTDIR)$(PREFIX)/lib/hanscan" "$(DESTDIR)$(PREFIX)/bin"
	@install $(HANSCAN) $(BUILD)/hanscan-members "$(DESTDIR)$(PREFIX)/lib/hanscan/"
	@for bundle in $(BUILD)/*.resources; do \
	  case $$bundle in *Tests.resources|*'*'*) ;; *) cp -R "$$bundle" "$(DESTDIR)$(PREFIX)/lib/hanscan/";; esac; done
	@ln -sf ../lib/hanscan/hanscan "$(DESTDIR)$(PREFIX)/bin/hanscan"
	@Sources/Packaging/documentation.sh $(HANSCAN) "$(DESTDIR)$(PREFIX)"
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/hanscan"

uninstall: ## Remove it from PREFIX
	@rm -rf "$(DESTDIR)$(PREFIX)/lib/hanscan" "$(DESTDIR)$(PREFIX)/bin/hanscan"
	@cd "$(DESTDIR)$(PREFIX)/share" 2>/dev/null && rm -f man/man1/hanscan.1.gz man/man1/hanscan-*.1.gz \
	  man/ko/man1/hanscan.1.gz man/ko/man1/hanscan-*.1.gz man/ko/man5/hanscan.conf.5.gz man/man5/hanscan.conf.5.gz bash-completion/completions/hanscan zsh/site-functions/_hanscan \
	  fish/vendor_completions.d/hanscan.fish || true

deb: setup ## Build the Debian package into OUT/deb
	@.ci/setup packaging
	@SWIFT=$(SWIFT) Sources/Packaging/deb.sh $(OUT)/deb

debtest: deb ## Try the package in a bare Debian, as root: install, upgrade, remove, purge [OLD=an older package]
	@.ci/setup trial
	@Sources/Packaging/try.sh "$$(ls -t $(OUT)/deb/hanscan_*.deb | head -1)" "$(OLD)"

clean: ## Remove what was built and what the demo wrote
	@rm -rf .build $(OUT)
