"""Runs the four farmers of the hacker division in one process: whatever is in it, they may see and touch.

    python3 -I host.py hackers FILE BOT NAME FILE BOT NAME FILE BOT NAME FILE BOT NAME

Each farmer has a thread of its own, so that one that never returns does not silence the others.
"""
import os
import queue
import random
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bovine"))

from _barnyard_host import Fault, Host
from season_bovine import BovineHost


def host(file, answers, *words):
    words = (file, *words)
    farmers = [Farmer(os.path.abspath(words[k]), answers, words[k + 1], words[k + 2]) for k in range(0, len(words), 3)]
    return HackerHost(farmers, answers)


class HackerHost(Host):
    def __init__(self, farmers, answers):
        super().__init__(os.getcwd(), answers)
        self.farmers = farmers

    def hello(self, message):
        sys.stdout = Prints()
        for farmer in self.farmers:
            folder = os.path.dirname(farmer.file)
            if folder not in sys.path:
                sys.path.insert(0, folder)
            try:
                farmer.load()
            except Fault as fault:
                fault.error["why"] = "%s: %s" % (farmer.label, fault.error["why"])
                raise
        for farmer in self.farmers:
            threading.Thread(target=farmer.work, name=farmer.label, daemon=True).start()
        return {"ready": {"acknowledges": True}}

    def start(self, message):
        random.seed(message["seed"])
        return {}

    def turn(self, message):
        self.farmers[message["seat"]].requests.put(message)
        return None


class Farmer(BovineHost):
    def __init__(self, file, answers, name, label):
        super().__init__(file, answers, name)
        self.label = label
        self.requests = queue.SimpleQueue()

    def work(self):
        while True:
            message = self.requests.get()
            try:
                answer = self.turn(message)
            except Fault as fault:
                answer = {"error": fault.error}
            answer["nonce"] = message["nonce"]
            self.say(answer)


class Prints:
    """Standard output: lines of several farmers, each with the name of who printed it."""

    encoding = "utf-8"

    def __init__(self):
        self.begun = threading.local()

    def write(self, chunk):
        *lines, self.begun.line = (getattr(self.begun, "line", "") + chunk).split("\n")
        name = threading.current_thread().name
        for line in lines:
            os.write(2, ("%s: %s\n" % (name, line)).encode("utf-8", "replace"))
        return len(chunk)

    def flush(self):
        """Nothing waits but the begun line."""

    def isatty(self):
        return False
