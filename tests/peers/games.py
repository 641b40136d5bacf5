#!/usr/bin/env python3
"""Plays whole games of Khun against other programs, over UCI and over CECP (XBoard).

usage: games.py [--khun PATH] [--seconds S] [--seed N] [NAME...]

Each NAME is one of the games below (all of them where none is given). Every move is refereed by `khun query`, and by
pyffish where that is installed and plays by the same rules. A game passes when it ends with a result of the rules,
when Khun has made no illegal move, has not overstepped its time and has not fallen over, and when over CECP it has
announced that very result. The other program may resign or claim a draw over CECP; that ends the game as well.

Exits with 1 when a game fails, and with 2 when a program is missing.
"""

import argparse
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import threading
import time

try:
    import pyffish
except ImportError:
    pyffish = None

# How long a program may take to answer what needs no thinking, and how late a move may be, in seconds.
PATIENCE = 20
LATE = 1.0
LONGEST = 600
RESULTS = {"white_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2"}


class Fault(Exception):
    """What a program has done wrong."""


class OtherRules(Exception):
    """The other program's move is legal by the rules it knows only; the game is no test."""


class Program:
    """A program that is spoken to line by line."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1,
            errors="replace"
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            raise Fault(f"{self.name} has ended") from None

    def wait(self, wanted, limit=PATIENCE):
        """The first line that is wanted."""
        end = time.monotonic() + limit
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise Fault(f"{self.name} does not answer") from None
            if line is None:
                raise Fault(f"{self.name} has ended")
            if wanted(line):
                return line

    def end(self):
        try:
            self.send("quit")
            self.process.stdin.close()
            code = self.process.wait(PATIENCE)
        except OSError:
            raise Fault(f"{self.name} has ended") from None
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault(f"{self.name} does not quit") from None
        if self.name == "khun" and code != 0:
            raise Fault(f"khun ended with {code}")


class Uci(Program):
    """A player that speaks UCI."""

    def __init__(self, name, command, variant):
        super().__init__(name, command)
        self.send("uci")
        self.wait(lambda line: line == "uciok")
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait(lambda line: line == "readyok")

    def begin(self, opening, seconds):
        self.moves = list(opening)

    def made(self, move):
        """Hears of any move of the game."""
        self.moves.append(move)

    def choose(self, clocks, side):
        self.send("position startpos moves " + " ".join(self.moves))
        white, black = (int(max(clock, 0.001) * 1000) for clock in clocks)
        self.send(f"go wtime {white} btime {black}")
        line = self.wait(lambda line: line.startswith("bestmove"), clocks[side] + PATIENCE)
        return line.split()[1], None

    def hears_result(self, result):
        pass


class Cecp(Program):
    """A player that speaks CECP."""

    def __init__(self, name, command, variant):
        super().__init__(name, command)
        self.send("xboard")
        self.send("protover 2")
        features = []

        def last(line):
            if line.startswith("feature "):
                features.append(line)
            return "done=1" in line and line.startswith("feature ")

        self.wait(last)
        self.prefix = "usermove " if any("usermove=1" in line for line in features) else ""
        self.announced = None
        self.sent_result = False
        for line in ("accepted done", "new", f"variant {variant}", "easy", "nopost"):
            self.send(line)

    def begin(self, opening, seconds):
        self.send(f"level 0 {seconds // 60}:{seconds % 60:02} 0")
        self.send("force")
        for move in opening:
            self.send(self.prefix + move)
        self.plays = False

    def made(self, move):
        if move != self.own:
            self.send(self.prefix + move)
        self.own = None

    own = None

    def choose(self, clocks, side):
        def wanted(line):
            return line.startswith(("move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal move"))

        if not self.plays:
            self.send(f"time {int(clocks[side] * 100)}")
            self.send(f"otim {int(clocks[1 - side] * 100)}")
            self.send("go")
            self.plays = True
        line = self.wait(wanted, clocks[side] + PATIENCE)
        if line.startswith("move "):
            self.own = line.split()[1]
            return self.own, None
        if line.startswith("Illegal"):
            raise Fault(f"{self.name} says {line!r}")
        return None, ("0-1" if side == 0 else "1-0") if line.startswith("resign") else line.split()[0]

    def tell_clocks(self, clocks, side):
        if self.plays:
            self.send(f"time {int(clocks[side] * 100)}")
            self.send(f"otim {int(clocks[1 - side] * 100)}")

    def hears_result(self, result):
        """Checks what Khun has announced once the rules have ended the game."""
        if self.name == "khun" and result is not None:
            said = self.wait(lambda line: line.startswith(("1-0", "0-1", "1/2-1/2")))
            if not said.startswith(result + " {"):
                raise Fault(f"khun announces {said!r}, but the result is {result}")
        self.send("result * {the game is over}")
        if self.name == "khun":
            self.send("ping 1")
            self.wait(lambda line: line == "pong 1")


class Referee:
    """The rules, asked of `khun query` and of pyffish."""

    def __init__(self, khun, variant, ffish):
        self.khun = Program("khun", [khun, "query", variant])
        self.ffish = ffish if pyffish and ffish in pyffish.variants() else None

    def state(self, moves):
        self.khun.send(json.dumps({"moves": moves}))
        state = json.loads(self.khun.wait(lambda line: line.startswith("{")))
        if "error" in state:
            raise Fault(f"the referee says {state['error']}")
        if self.ffish and state["outcome"]["status"] == "ongoing":
            theirs = sorted(pyffish.legal_moves(self.ffish, pyffish.start_fen(self.ffish), moves))
            if theirs != sorted(state["legal"]):
                raise Fault(f"pyffish does not agree on the moves of {state['fen']}")
        return state


def play(khun, variant, names, speak, peer, seconds, chance):
    """Plays a game. Returns how it has ended."""
    referee = Referee(khun, variant, names["pyffish"])
    opening = []
    while len(opening) < 6:
        state = referee.state(opening)
        quiet = [move for move in state["legal"] if move not in state["captures"] + state["checking_moves"]]
        opening.append(chance.choice(quiet))
    ours = speak("khun", [khun, "uci" if speak is Uci else "xboard"], names["khun"])
    theirs = speak(os.path.basename(peer), [peer], names["peer"])
    players = [ours, theirs] if chance.random() < 0.5 else [theirs, ours]
    clocks = [float(seconds)] * 2
    moves = list(opening)
    for player in players:
        player.begin(opening, seconds)
    while True:
        state = referee.state(moves)
        outcome = state["outcome"] if state["outcome"]["status"] != "ongoing" else state["claimable"]
        if outcome:
            result, reason = RESULTS[outcome["status"]], outcome["reason"]
            for player in players:
                player.hears_result(result)
            break
        side = len(moves) % 2
        player = players[side]
        if len(moves) >= LONGEST:
            raise Fault(f"no end after {LONGEST} plies")
        begun = time.monotonic()
        move, claim = player.choose(clocks, side)
        clocks[side] -= time.monotonic() - begun
        if player is ours and clocks[side] < -LATE:
            raise Fault(f"khun is {-clocks[side]:.2f} seconds late")
        clocks[side] = max(clocks[side], 0.05)
        if claim:
            if player is ours:
                raise Fault(f"khun claims {claim}, which the rules do not give")
            result, reason = claim, f"claimed by {player.name}"
            for known in players:
                known.hears_result(None)
            break
        if move not in state["legal"]:
            if player is theirs and names.get("lenient"):
                for program in (ours, theirs, referee.khun):
                    program.end()
                raise OtherRules(f"{player.name} plays {move} in {state['fen']}")
            raise Fault(f"{player.name} plays {move} in {state['fen']} after {' '.join(moves)}")
        moves.append(move)
        for known in players:
            if isinstance(known, Cecp) and known is not player:
                known.tell_clocks(clocks, players.index(known))
            known.made(move)
    for program in (ours, theirs, referee.khun):
        program.end()
    colours = "White" if players[0] is ours else "Black"
    return f"{result} by {reason} after {len(moves)} plies, khun had {colours}"


def makruk(**others):
    return {"khun": "makruk", "peer": "makruk", "pyffish": "makruk", **others}


# Older versions of Fairy-Stockfish let leaps pass the aim of a rook; another game is played where they do.
TRIES = 8
GAMES = {
    "uci-makruk": ("makruk", makruk(), Uci, "fairy-stockfish"),
    "uci-ouk": ("ouk", {"khun": "cambodian", "peer": "cambodian", "pyffish": "cambodian", "lenient": True},
                Uci, "fairy-stockfish"),
    "uci-kar-ouk": ("kar-ouk", {"khun": "karouk", "peer": "karouk", "pyffish": "karouk", "lenient": True}, Uci,
                    "fairy-stockfish"),
    "cecp-fairymax": ("makruk", makruk(), Cecp, "fairymax"),
    "cecp-sjaakii": ("makruk", makruk(), Cecp, "sjaakii"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--khun", default="target/release/khun")
    parser.add_argument("--seconds", type=int, default=5, help="time of each player for the whole game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games", nargs="*", metavar="NAME", help=", ".join(GAMES))
    args = parser.parse_args()
    failed = 0
    for name in args.games or GAMES:
        variant, names, speak, peer = GAMES[name]
        path = shutil.which(peer, path=os.environ.get("PATH", "") + ":/usr/games")
        if not path:
            print(f"{name}: {peer} is not installed", file=sys.stderr)
            sys.exit(2)
        for number in range(TRIES):
            try:
                chance = random.Random(f"{name} {args.seed + number}")
                print(f"{name}: {play(args.khun, variant, names, speak, path, args.seconds, chance)}")
                break
            except OtherRules as difference:
                print(f"{name}: {difference}; another game")
            except Fault as fault:
                print(f"{name}: FAILED: {fault}")
                failed = 1
                break
        else:
            print(f"{name}: FAILED: no game to its end")
            failed = 1
        sys.stdout.flush()
    sys.exit(failed)


if __name__ == "__main__":
    main()
