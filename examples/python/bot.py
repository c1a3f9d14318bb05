"""A bot for Barnyard in plain Python: legal random moves in any game that lists them. Run: barnyard play microchess bot.py Monkey"""
import json
import random
import sys


def say(message):
    # Standard output is for the referee alone. `flush`, or the answer stays in a buffer and comes too late.
    print(json.dumps(message), flush=True)


def main():
    dice = random.Random()
    # The referee writes one JSON object a line: {"kind of message": {its contents}}.
    for line in sys.stdin:
        [(kind, message)] = json.loads(line).items()
        if kind == "hello":
            say({"ready": {}})  # it waits for this before anything else
        elif kind == "start":
            dice.seed(message["seed"])  # the same seed gives the same game
            # To talk to people, write to standard error: it is shown, and never mistaken for an answer.
            print("I play", message["seats"][message["seat"]], file=sys.stderr)
        elif kind == "turn":
            action = choose(message, dice)
            say({"nonce": message["nonce"], "action": action})  # an answer repeats the number of its question
        # `series` and `over` need no answer. When the input ends, so do we.


def choose(message, dice):
    """Your idea goes here. message["observation"] is what you see, message["left_ms"] how long you may think."""
    return dice.choice(message["legal"])


if __name__ == "__main__":
    main()
