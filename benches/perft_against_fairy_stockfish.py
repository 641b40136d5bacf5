#!/usr/bin/env python3
"""Compares perft with Fairy-Stockfish's: one thread each, one after the other, by processor time.

usage: perft_against_fairy_stockfish.py [--khun PATH] [--fairy-stockfish PATH] [--depth N] [--runs N]

`cargo build --release` comes first. Fairy-Stockfish 11.1 is the Debian and Ubuntu package `fairy-stockfish`. Both
count the last ply without making its moves. The numbers of paths may differ by what the programs take to be the rules
(Fairy-Stockfish 11.1 plays older rules of Ouk), so speeds are in paths a second, each by its own count.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys

VARIANTS = {"makruk": "makruk", "ouk": "cambodian", "asean": "asean", "shatranj": "shatranj"}


def processor():
    """The processor's name."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
        return re.search(r"model name\s*: (.*)", text).group(1)
    except (OSError, AttributeError):
        return platform.processor() or platform.machine()


def timed(command, **options):
    """Runs a command; returns its output and the processor seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def khun(path, variant, depth):
    """Paths and seconds of Khun."""
    out, seconds = timed([path, "perft", variant, str(depth), "--threads", "1", "--json"])
    return json.loads(out)["nodes"], seconds


def fairy_stockfish(path, variant, depth):
    """Paths and seconds of Fairy-Stockfish."""
    script = f"setoption name UCI_Variant value {variant}\nposition startpos\ngo perft {depth}\nquit\n"
    out, seconds = timed([path], input=script)
    return int(re.search(r"Nodes searched: (\d+)", out).group(1)), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--khun", default=str(pathlib.Path(__file__).parent.parent / "target/release/khun"))
    parser.add_argument("--fairy-stockfish", default=None)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("variants", nargs="*", default=["makruk", "ouk"], help=", ".join(VARIANTS))
    args = parser.parse_args()
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    foreign = args.fairy_stockfish or shutil.which("fairy-stockfish", path=places)
    if not foreign or not shutil.which(args.khun):
        print("found no " + ("fairy-stockfish: install it or give its path" if not foreign else args.khun), file=sys.stderr)
        sys.exit(2)
    print(f"{datetime.date.today()}, {processor()}")
    print(f"khun perft VARIANT {args.depth} against fairy-stockfish `go perft {args.depth}`, one thread, best of {args.runs}")
    for variant in args.variants:
        # In turn, so that a machine that slows down slows both down.
        runs = [
            (khun(args.khun, variant, args.depth), fairy_stockfish(foreign, VARIANTS[variant], args.depth))
            for _ in range(args.runs)
        ]
        (nodes, _), (foreign_nodes, _) = runs[0]
        ours = nodes / min(run[0][1] for run in runs)
        theirs = foreign_nodes / min(run[1][1] for run in runs)
        print(f"{variant}: {nodes} paths at {ours / 1e6:.0f} million a second, "
              f"{foreign_nodes} at {theirs / 1e6:.1f}: {ours / theirs:.1f} times as fast")


if __name__ == "__main__":
    main()
