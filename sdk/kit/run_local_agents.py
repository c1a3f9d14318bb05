"""Plays one game between two agents of 3600-agents:

    python3 engine/run_local_agents.py Yolanda Yolanda

The history of the game goes to 3600-agents/matches, and its tape (`barnyard tape show`) beside it. `native:NAME` is a reference bot (`barnyard bots` lists them).
"""
import os
import shutil
import subprocess
import sys

GAME = "@GAME@"
# Who wrote this folder. If it is not there any more, the one on your PATH will do.
BARNYARD = @BARNYARD@
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AGENTS = os.path.join(ROOT, "3600-agents")


def main():
    names = sys.argv[1:]
    if len(names) != 2:
        sys.exit("two agents play: python3 engine/run_local_agents.py Yolanda Yolanda")
    barnyard = executable()
    players = [player(name) for name in names]
    history = free_name("_".join(name.replace("native:", "") for name in names))
    tape = history[: -len("json")] + "tape"
    run([barnyard, "play", GAME, *players, "--seed", "random", "--times", "-o", tape, "--python", sys.executable], history)
    run([barnyard, "tape", "export", tape, "--format", "original", "-o", history], history)
    print("the history of the game is in " + os.path.relpath(history, ROOT))


def executable():
    if os.access(BARNYARD, os.X_OK):
        return BARNYARD
    found = shutil.which("barnyard")
    if found is None:
        sys.exit("barnyard is neither at %s nor on your PATH: install it, or make this folder anew with `barnyard kit`" % BARNYARD)
    return found


def player(name):
    if name.startswith("native:"):
        return name
    folder = os.path.join(AGENTS, name)
    if os.path.basename(name) != name or not os.path.isdir(folder):
        sys.exit("there is no agent called %s: 3600-agents has %s" % (name, ", ".join(agents()) or "none"))
    return folder


def agents():
    return sorted(name for name in os.listdir(AGENTS) if os.path.isfile(os.path.join(AGENTS, name, "agent.py")))


def free_name(match):
    """The first number that is not taken; the file is there from now on, so that nobody else takes it."""
    matches = os.path.join(AGENTS, "matches")
    os.makedirs(matches, exist_ok=True)
    number = 0
    while True:
        path = os.path.join(matches, "%s_%d.json" % (match, number))
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
            return path
        except FileExistsError:
            number += 1


def run(command, history):
    try:
        code = subprocess.run(command, cwd=ROOT).returncode
    except KeyboardInterrupt:
        code = 130
    if code != 0:
        os.remove(history)
        sys.exit(code)


if __name__ == "__main__":
    main()
