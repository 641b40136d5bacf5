#!/usr/bin/env python3
"""Chooses the vectors in `vectors/` from the whole collection.

usage: choose_vectors.py FOLDER    (the folder that holds all of rules.json, positions_*.jsonl, games_*.jsonl, ...)

Lines are taken so that every feature of the whole (kinds of positions, ends and their results, limits of counts,
promotions, ...) is still there, short lines before long ones. The choice does not depend on chance.
"""

import json
import pathlib
import sys

FAMILY = ["makruk", "cambodian", "karouk", "makpong", "asean", "ai-wok", "shatranj", "chaturanga"]
HERE = pathlib.Path(__file__).parent / "vectors"


def position_features(d):
    """What a position is an example of."""
    yield "kind", d["kind"]
    yield "check", d["in_check"], len(d["legal"]) < 4
    yield "side", d["fen"].split()[1]
    yield "ends", d["immediate_end"], d["optional_end"], d["no_moves"], d["immediate_result_stm"], d["no_moves_result_stm"]
    yield "insufficient", tuple(d["insufficient_wb"])
    yield "promotes", any(len(m) == 5 for m in d["legal"]), d["fen"].split()[1]
    yield "checks", len(d["checking_moves"]) > 1
    yield "captures", bool(d["captures"])
    yield "rights", d["fen"].split()[2]
    yield "limit", d["fen"].split()[3]


def game_features(d):
    """What a game is an example of."""
    yield "end", d["reason"], d["result"]
    yield "kind", d["kind"]
    for limit in {f.split()[3] for f in d["fens"]}:
        yield "limit", limit
    for rights in {f.split()[2] for f in d["fens"]}:
        yield "rights", rights
    for square in {m for m in d["moves"] if len(m) == 5}:
        yield "promotion", square[-1]
    # Counts that are replaced: a limit other than `-` gives way to another.
    limits = [f.split()[3] for f in d["fens"]]
    for a, b in zip(limits, limits[1:]):
        if a != b:
            yield "change", a, b


def choose(lines, features, number):
    """`number` lines: first those that show something new, then the shortest of the rest."""
    order = sorted(range(len(lines)), key=lambda i: len(lines[i]))
    seen, chosen = set(), []
    for i in order:
        new = set(features(json.loads(lines[i]))) - seen
        if new and len(chosen) < number:
            seen |= new
            chosen.append(i)
    chosen += [i for i in order if i not in chosen][: number - len(chosen)]
    return [lines[i] for i in sorted(chosen)]


def main():
    source = pathlib.Path(sys.argv[1])
    HERE.mkdir(exist_ok=True)
    rules = json.loads((source / "rules.json").read_text())
    rules["vectors"] = [v for v in rules["vectors"] if v["variant"] in FAMILY]
    body = ",\n".join(json.dumps(v, ensure_ascii=False) for v in rules["vectors"])
    head = json.dumps({k: v for k, v in rules.items() if k != "vectors"}, ensure_ascii=False, indent=1)
    (HERE / "rules.json").write_text(head[:-2] + ',\n "vectors": [\n' + body + "\n]}\n")
    plan = [("positions", position_features, 60), ("positions_leaps", position_features, 60)]
    plan += [("games", game_features, 10), ("endgames", game_features, 32)]
    for kind, features, number in plan:
        for variant in FAMILY:
            path = source / f"{kind}_{variant}.jsonl"
            if path.exists():
                lines = [line for line in path.read_text().split("\n") if line]
                (HERE / path.name).write_text("\n".join(choose(lines, features, number)) + "\n")
    rows = (source / "perft_all.csv").read_text().splitlines()
    rows = rows[:1] + [row for row in rows[1:] if row.split(",")[0] in FAMILY]
    (HERE / "perft_all.csv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
