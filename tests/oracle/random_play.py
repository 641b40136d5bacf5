#!/usr/bin/env python3
"""Plays random games with pyffish and asks `khun query` about every position.

usage: random_play.py [--khun PATH] [--games N] [--plies N] [--seed S] [VARIANT...]

Legal moves, check, FEN and SAN have to be the same. Needs pyffish 0.0.90; it says how many positions agree, and exits
with 1 when one does not.
"""

import argparse
import json
import random
import subprocess
import sys

import pyffish as sf

NAMES = {"ouk": "cambodian", "kar-ouk": "karouk"}
FAMILY = ["makruk", "ouk", "kar-ouk", "makpong", "asean", "ai-wok", "shatranj", "chaturanga"]


def random_games(variant, games, plies, chance):
    """Positions of random games: pyffish's answers, and the start and moves that lead there."""
    start = sf.start_fen(variant)
    for _ in range(games):
        moves = []
        for _ in range(plies):
            fen = sf.get_fen(variant, start, moves)
            ended, _ = sf.is_immediate_game_end(variant, start, moves)
            legal = [] if ended else sf.legal_moves(variant, start, moves)
            yield {
                "moves": list(moves),
                "legal": legal,
                "san": {move: sf.get_san(variant, fen, move) for move in chance.sample(legal, min(3, len(legal)))},
                "fen": fen,
                "check": sf.gives_check(variant, start, moves),
            }
            if not legal or sf.is_optional_game_end(variant, start, moves)[0]:
                break
            captures = [move for move in legal if sf.is_capture(variant, start, moves, move)]
            moves.append(chance.choice(captures if captures and chance.random() < 0.3 else legal))


def ask(khun, variant, questions):
    """What `khun query` answers, a line each."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([khun, "query", variant], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def differences(theirs, ours):
    """What differs between an answer of each program."""
    if "error" in ours:
        yield ours["error"]
        return
    if sorted(theirs["legal"]) != sorted(ours["legal"]):
        missing = sorted(set(theirs["legal"]) - set(ours["legal"]))
        yield f"legal moves: missing {missing}, too many {sorted(set(ours['legal']) - set(theirs['legal']))}"
    if theirs["fen"] != ours["fen_after"].replace("~", ""):
        yield f"FEN {ours['fen_after']}, not {theirs['fen']}"
    if theirs["check"] != ours["in_check"]:
        yield f"check {ours['in_check']}"
    for move, san in theirs["san"].items():
        if ours["san"].get(move) != san:
            yield f"{move} is {ours['san'].get(move)}, not {san}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--khun", default="target/release/khun")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("variants", nargs="*", default=FAMILY)
    args = parser.parse_args()
    failed = False
    for variant in args.variants:
        chance = random.Random(args.seed)
        theirs = list(random_games(NAMES.get(variant, variant), args.games, args.plies, chance))
        ours = ask(args.khun, variant, [{"moves": position["moves"]} for position in theirs])
        if len(ours) != len(theirs):
            print(f"{variant}: {len(ours)} answers to {len(theirs)} questions")
            failed = True
        wrong = [(a, list(differences(a, b))) for a, b in zip(theirs, ours)]
        wrong = [(position, found) for position, found in wrong if found]
        for position, found in wrong[:3]:
            print(f"{variant} {position['fen']}: {'; '.join(found)}")
        print(f"{variant}: {len(theirs) - len(wrong)} of {len(theirs)} positions agree with pyffish")
        failed |= bool(wrong) or not theirs
    sys.exit(failed)


if __name__ == "__main__":
    main()
