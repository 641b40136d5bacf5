#!/usr/bin/env python3
"""Perft of the variants of this folder by pyffish, written to perft.csv: variant,fen,depth,nodes.

usage: perft.py    (needs pyffish 0.0.90, built with large boards as it comes; takes some minutes)

Beside the start, it takes positions out of random games with a fixed seed, so that men meet.
"""

import pathlib
import random

import pyffish as sf

HERE = pathlib.Path(__file__).parent
DEPTH = {"wide-makruk": 4, "great-makruk": 4}


def perft(variant, fen, moves, depth):
    legal = sf.legal_moves(variant, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(variant, fen, moves + [move], depth - 1) for move in legal)


def middle_game(variant, plies, seed):
    chance = random.Random(seed)
    fen, moves = sf.start_fen(variant), []
    for _ in range(plies):
        legal = sf.legal_moves(variant, fen, moves)
        captures = [move for move in legal if sf.is_capture(variant, fen, moves, move)]
        moves.append(chance.choice(captures if captures and chance.random() < 0.4 else legal))
    return sf.get_fen(variant, fen, moves)


def main():
    sf.load_variant_config((HERE / "variants.ini").read_text())
    with open(HERE / "perft.csv", "w") as out:
        print("variant,fen,depth,nodes", file=out)
        for variant, deepest in DEPTH.items():
            for depth in range(1, deepest + 1):
                fen = sf.start_fen(variant)
                print(variant, fen, depth, perft(variant, fen, [], depth), sep=",", file=out, flush=True)
            for seed in range(6):
                fen = middle_game(variant, 30 + 12 * seed, seed)
                for depth in (1, 2):
                    print(variant, fen, depth, perft(variant, fen, [], depth), sep=",", file=out, flush=True)


if __name__ == "__main__":
    main()
