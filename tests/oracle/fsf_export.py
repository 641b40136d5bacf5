#!/usr/bin/env python3
"""Compares the rules that `khun export fsf` writes with khun's own, by random play in pyffish.

Every bundled variant and a number of variants made at random are exported, loaded into pyffish and played: the legal moves
of both have to be the same in every position. Variants of which the export says that moves differ are counted, not played.

    tests/oracle/fsf_export.py KHUN [--random 30] [--games 4] [--plies 120] [--seed 1]
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import pyffish
except ImportError:
    print("pyffish is not installed: skipped")
    sys.exit(0)

ATOMS = ["W", "F", "N", "R", "B", "K", "Q", "A", "D", "C", "Z", "nN", "nA", "fW", "fF", "vW", "sW", "fN", "bF", "H", "G",
         "R2", "B3", "R4", "mR", "cB", "mW", "cF", "fmN", "bW", "mRcpR", "vN", "sN"]


class Khun:
    """One `khun query` process."""

    def __init__(self, khun, variant):
        self.process = subprocess.Popen([khun, "query", variant], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, moves):
        self.process.stdin.write(json.dumps({"moves": moves}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise SystemExit(f"khun cannot play {moves}: {answer['error']}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def random_variant(rng, index):
    """A variant file with moves, promotion and ends at random."""
    lines = ["format = 1", 'extends = "makruk"', f'id = "random-{index}"', 'allow = ["W106", "W105", "W313", "W324", "W325"]']
    for kind in ["met", "khon", "knight"]:
        betza = "".join(dict.fromkeys(rng.choice(ATOMS) for _ in range(rng.randint(1, 3))))
        lines += [f"[pieces.{kind}]", f'betza = "{betza}"']
    to = rng.sample(["met", "khon", "knight", "rook"], rng.randint(1, 3))
    rank = rng.choice([6, 7, 8])
    lines += ["[pieces.pawn]", f'promotion = {{ region = "ranks {rank}-8", to = {json.dumps(to)} }}']
    if rng.random() < 0.3:
        lines += ["[pieces.king]", f'betza = "K{rng.choice(["fD", "sD", "N", "A"])}"']
    elif rng.random() < 0.3:
        lines += ["[pieces.king]", 'in_check = "may_only_capture_checker"']
    lines += ["[end.stalemate]", f'result = "{rng.choice(["win", "loss", "draw"])}"']
    lines += ["[params.stalemate]", "remove = true", "[profiles.zh]", "remove = true"]
    lines += ["[regions]", f'promotion = "ranks {rank}-8"', "[params.promotion_rank]", "remove = true"]
    lines += ["[profiles.uk]", "remove = true"]
    return "\n".join(lines) + "\n"


def export(khun, variant):
    """The section of variants.ini, or None with the reason if moves differ or the file has faults."""
    result = subprocess.run([khun, "export", "fsf", variant], capture_output=True, text=True)
    if result.returncode == 0:
        return result.stdout, ""
    if "moves differ" in result.stderr or "cannot be said" not in result.stderr:
        return None, result.stderr.strip()
    result = subprocess.run([khun, "export", "fsf", variant, "--lossy"], capture_output=True, text=True, check=True)
    return result.stdout, result.stderr.strip()


def compare(khun, variant, section, rng, games, plies):
    """Plays random games; the number of positions compared."""
    pyffish.load_variant_config(section)
    name = section[section.index("[") + 1 : section.index(":chess]")]
    if name not in pyffish.variants():
        raise SystemExit(f"{variant}: pyffish does not know {name} after loading\n{section}")
    start = pyffish.start_fen(name)
    process = Khun(khun, variant)
    positions = 0
    for _ in range(games):
        moves = []
        for _ in range(plies):
            answer = process.ask(moves)
            theirs = sorted(pyffish.legal_moves(name, start, moves))
            # pyffish has no moves after an end that comes at once; khun lists what the men could do.
            over = pyffish.is_immediate_game_end(name, start, moves)[0]
            if over:
                break
            if theirs != sorted(answer["legal"]):
                ours = set(answer["legal"])
                print(f"{variant}: {answer['fen']}\n  only khun: {sorted(ours - set(theirs))}\n"
                      f"  only pyffish: {sorted(set(theirs) - ours)}\n{section}")
                sys.exit(1)
            positions += 1
            if not theirs or answer["outcome"]["status"] != "ongoing":
                break
            moves.append(rng.choice(theirs))
    process.close()
    return positions


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("khun")
    parser.add_argument("--random", type=int, default=30)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    listed = subprocess.run([args.khun, "list", "--json"], capture_output=True, text=True, check=True).stdout
    total = 0
    for variant in json.loads(listed)["variants"]:
        section, why = export(args.khun, variant["id"])
        if section is None:
            raise SystemExit(f"{variant['id']} cannot be exported: {why}")
        positions = compare(args.khun, variant["id"], section, rng, args.games, args.plies)
        total += positions
        print(f"{variant['id']}: {positions} positions {why}")
    made = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        while made < args.random:
            path = Path(folder) / f"random-{made + skipped}.toml"
            path.write_text(random_variant(rng, made + skipped))
            section, why = export(args.khun, str(path))
            if section is None:
                skipped += 1
                if skipped > 20 * args.random:
                    raise SystemExit(f"too few variants can be exported, the last one not because of {why}")
                continue
            total += compare(args.khun, str(path), section, rng, max(1, args.games // 2), args.plies)
            made += 1
    print(f"{made} random variants ({skipped} that cannot be said there), {total} positions in all: no difference")


if __name__ == "__main__":
    main()
