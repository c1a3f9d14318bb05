"""Runs a Python bot for the referee: protocol on private pipes, the bot's own prints on standard error.

    python3 -I host.py GAME PLACE [NAME]

PLACE is the bot's package, a folder that holds agent.py (Chickens, Carpets), or its one file (Bovine, Orchard); NAME says
which bot of the file is meant (Bovine). `docs/protocol.md` has the messages.
"""
import gc
import importlib
import importlib.util
import json
import os
import random
import sys
import time
import traceback


encode = json.JSONEncoder(separators=(",", ":")).encode


def main():
    game, place, names = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    requests, answers = claim_pipes()
    here = os.path.dirname(os.path.abspath(__file__))
    # Seasons import this very module, whose name is now that of a script.
    sys.modules["_barnyard_host"] = sys.modules[__name__]
    sys.path.insert(0, here)
    sys.path.insert(0, os.path.join(here, game))
    libraries = os.environ.pop("BARNYARD_LIBRARIES", None)
    if libraries is not None:
        sys.path.extend(libraries.split(os.pathsep))
    season = importlib.import_module("season_" + game)
    own_host = getattr(season, "host", None)
    if own_host is not None:
        sys.path.remove(here)
        sys.argv = [place]
        host = own_host(place, answers, *names)
    else:
        sys.path.append(os.path.dirname(place))
        sys.argv = [os.path.join(place, "agent.py")]
        host = AgentHost(season, place, answers)
    host.serve(requests)


def claim_pipes():
    """Keeps the protocol's pipes to ourselves: a bot's print goes to standard error, and reading finds nothing."""
    # Bytes: text is read in small pieces, and lines may be long.
    requests = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
    return requests, answers


class Fault(Exception):
    """What the bot did wrong, in the referee's words."""

    def __init__(self, kind, why, detail=None):
        super().__init__(why)
        self.error = {"kind": kind, "why": why}
        if detail:
            self.error["detail"] = detail


class Host:
    """What every host does: reads requests, writes answers, tells what the bot did wrong."""

    def __init__(self, folder, answers):
        self.folder = folder
        self.answers = answers

    def serve(self, requests):
        for line in requests:
            self.handle(line)

    def handle(self, line):
        """One request; hosts that know more of their lines may be quicker about it."""
        (kind, message), = self.read(line.decode()).items()
        nonce = message.get("nonce")
        try:
            answer = getattr(self, kind)(message)
        except Fault as fault:
            answer = {"error": fault.error}
        if answer is not None:
            if nonce is not None:
                answer["nonce"] = nonce
            self.say(answer)

    def read(self, line):
        """A request out of its line."""
        return json.loads(line)

    def say(self, answer):
        self.send((encode(answer) + "\n").encode())

    def send(self, data):
        while data:
            data = data[os.write(self.answers, data):]

    def series(self, message):
        return {}

    def over(self, message):
        return None

    def guarded(self, kind, call, *arguments):
        """Calls into the bot; what it throws becomes a fault with the bot's own lines of the traceback."""
        try:
            return call(*arguments)
        except MemoryError:
            raise Fault("memory", "MemoryError: no more memory is granted", self.own_lines()) from None
        except SyntaxError as error:
            raise Fault(kind, "%s, line %s: %s" % (self.relative(error.filename), error.lineno, error.msg), (error.text or "").rstrip()) from None
        except ModuleNotFoundError as error:
            raise Fault(kind, "the library %s is not installed%s" % (error.name, self.place()), self.own_lines()) from None
        except BaseException as error:  # a bot that calls exit() has ended too
            raise Fault(kind, "%s: %s%s" % (type(error).__name__, error, self.place()), self.own_lines()) from None

    def frames(self):
        all_frames = traceback.extract_tb(sys.exc_info()[2])
        # Python's own frames, such as <frozen importlib>, have no place on disk.
        return [frame for frame in all_frames if frame.filename.startswith(self.folder + os.sep)]

    def place(self):
        frames = self.frames()
        return " (%s, line %d)" % (self.relative(frames[-1].filename), frames[-1].lineno) if frames else ""

    def relative(self, filename):
        return os.path.relpath(filename, self.folder) if filename else "?"

    def own_lines(self):
        lines = []
        for frame in self.frames()[-12:]:
            lines.append("%s, line %d, in %s" % (self.relative(frame.filename), frame.lineno, frame.name))
            if frame.line:
                lines.append("    " + frame.line)
        return "\n".join(lines)


class AgentHost(Host):
    """A package with a class PlayerAgent, made anew for each game."""

    def __init__(self, season, folder, answers):
        super().__init__(folder, answers)
        self.season = season
        self.agent_class = None
        self.agent = None
        self.config = {}

    def hello(self, message):
        self.config = message["config"]
        name = os.path.basename(self.folder)
        # A module that is known, or found, before the bot: its folder comes last.
        found = sys.modules.get(name) or (importlib.util.find_spec(name) if "." not in name else None)
        if found is not None and not self.is_own(found):
            why = "the folder is called %s, as a module of Python or of ours is: give it another name" % name
            raise Fault("startup", why)
        self.guarded("startup", lambda: importlib.import_module(name))
        module = self.guarded("startup", lambda: importlib.import_module(name + ".agent"))
        self.agent_class = getattr(module, "PlayerAgent", None)
        if self.agent_class is None:
            raise Fault("startup", "agent.py has no class PlayerAgent")
        if not callable(getattr(self.agent_class, "play", None)):
            raise Fault("startup", "PlayerAgent has no method play")
        return {"ready": {"acknowledges": True}}

    def is_own(self, found):
        """Whether a module or what would become one is the bot's package."""
        places = getattr(found, "submodule_search_locations", None) or getattr(found, "__path__", None) or []
        return any(os.path.abspath(place) == self.folder for place in places)

    def start(self, message):
        ends = time.perf_counter() + (message["left_ms"] or 0) / 1000
        arguments = self.season.constructor_arguments(message, self.config, lambda: ends - time.perf_counter())
        self.agent = self.guarded("startup", lambda: self.agent_class(*arguments))
        return {}

    def turn(self, message):
        if self.agent is None:
            raise Fault("startup", "PlayerAgent was never made")
        began = time.perf_counter()
        left = self.season.seconds_left(message)
        arguments = self.season.play_arguments(message, self.config, lambda: left - (time.perf_counter() - began))
        move = self.guarded("crash", lambda: self.agent.play(*arguments))
        if move is None:
            raise Fault("crash", "play returned None")
        try:
            return {"action": self.season.action(move)}
        except (TypeError, ValueError, AttributeError, IndexError) as error:
            raise Fault("illegal", "play returned %s, which is not a move: %s" % (shortened(move), error)) from None

    def over(self, message):
        farewell = getattr(self.season, "farewell", None)
        if farewell and self.agent is not None:
            try:
                farewell(self.agent)
            except Exception:  # whatever a bot does now costs it nothing
                traceback.print_exc()
        self.agent = None


class FileHost(Host):
    """A bot that is one file, loaded anew for each game: its globals live as long as a game."""

    def __init__(self, file, answers):
        super().__init__(os.path.dirname(file), answers)
        self.file = file
        self.games = 0
        self.known = set()

    def hello(self, message):
        self.known = set(sys.modules)
        self.load()
        # What is loaded stays: the collector need not look at it again.
        gc.freeze()
        return {"ready": {"acknowledges": True}}

    def start(self, message):
        random.seed(message["seed"])
        if self.games:
            self.forget()
            self.load()
        self.games += 1
        return {}

    def load(self):
        """Makes the bot out of the file."""
        raise NotImplementedError

    def module(self, name):
        """The file as a module of this name."""
        spec = importlib.util.spec_from_file_location(name, self.file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        self.guarded("startup", lambda: spec.loader.exec_module(module))
        return module

    def forget(self):
        """Drops the bot's modules and those beside it; libraries stay."""
        for name in set(sys.modules) - self.known:
            file = getattr(sys.modules[name], "__file__", None)
            if file and os.path.abspath(file).startswith(self.folder + os.sep):
                del sys.modules[name]


def shortened(value):
    try:
        text = repr(value)
    except Exception:
        text = "an object without repr"
    return text if len(text) <= 120 else text[:117] + "..."


if __name__ == "__main__":
    main()
