# make play   set everything up and open the game in the browser
# make test   set everything up (a Chromium too, where it may), check the code and run all tests but the long ones
# make test-all  the same with the long tests, a few random games with all invariants checked, five minutes of play in the
#             browser: all transcripts and records, many seeds, pages in every look
# make bench  measure speed, in the browser too where there is one
# make soak   play in the browser for an hour and see that nothing grows, slows down or fails
# make fuzz   play many random games with all invariants checked; send and read what nobody should send and write
# make kills  kill the service at random moments and see that nothing that was answered is lost
# make maps   build the boards from the geographic data
# make pictures  take the pictures of docs/pictures anew
# make records  play the transcripts of tests/records anew (see docs/formats.md)
# make lab    add what the laboratory needs to plot and to tune (lab run and lab match need nothing more)
# make lock   write the lock files anew after a change of dependencies (needs uv)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play checked test test-all bench soak fuzz kills maps pictures records lab lock clean

play: $(VENV)/.play
	@$(BIN)/parallel38 play

checked: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/python tools/browser.py --install

TESTS := $(BIN)/python -m pytest -n auto --rules-list

test: checked
	$(TESTS) -m "not long"

test-all: checked
	$(TESTS)
	$(BIN)/parallel38 fuzz yalu --games 10 --seed 1
	$(BIN)/parallel38 fuzz mobile_war --games 10 --seed 1
	for battle in naktong chosin chipyongni; do $(BIN)/parallel38 fuzz forgotten_war --scenario $$battle --games 2 --seed 1 || exit 1; done
	$(BIN)/parallel38 fuzz korean_war --games 2 --seed 1
	$(BIN)/python tools/soak.py --minutes 5

bench: $(VENV)/.play
	$(BIN)/parallel38 bench --web

soak: $(VENV)/.test
	$(BIN)/python tools/browser.py --install
	$(BIN)/python tools/soak.py --minutes 60

fuzz: $(VENV)/.play
	$(BIN)/parallel38 fuzz yalu --games 200 --seed 1
	$(BIN)/parallel38 fuzz mobile_war --games 100 --seed 1
	$(BIN)/parallel38 fuzz mobile_war --scenario campaign --games 20 --seed 1
	for battle in naktong chosin chipyongni; do $(BIN)/parallel38 fuzz forgotten_war --scenario $$battle --games 20 --seed 1 || exit 1; done
	$(BIN)/parallel38 fuzz korean_war --games 50 --seed 1
	$(BIN)/parallel38 fuzz korean_war --scenario whole_war --games 20 --seed 1
	$(BIN)/python tools/bad_input.py --requests 20000 --files 2000 --seed 1

kills: $(VENV)/.play
	$(BIN)/python tools/kills.py --kills 200

maps: $(VENV)/.test
	$(BIN)/python tools/build_maps.py yalu
	$(BIN)/python tools/build_maps.py mobile_war
	$(BIN)/python tools/build_maps.py forgotten_war
	$(BIN)/python tools/build_maps.py korean_war

pictures: $(VENV)/.test
	$(BIN)/python tools/screenshots.py

records: $(VENV)/.play
	$(BIN)/python tools/transcripts.py

# What is locked is installed with its hashes; the program itself is linked to this folder.
$(VENV)/.play: requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-build.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

lab: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-lab.txt

$(VENV)/.test: $(VENV)/.play requirements-dev.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

UV := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

lock:
	$(UV) pyproject.toml -o requirements.txt
	$(UV) pyproject.toml --extra lab -o requirements-lab.txt
	$(UV) --group build -o requirements-build.txt
	$(UV) pyproject.toml --extra lab --group build --group dev -o requirements-dev.txt

clean:
	rm -rf $(VENV) dist .pytest_cache .hypothesis .ruff_cache
