"""What every bot here begins with: it plays by the protocol, and does what it is here for on the way.

A body is a function named after its attack: `begin_NN()` before it is ready, `turn_NN(k)` before its k-th answer, `after_NN(k)` behind
it, `answer_NN(k, m)` instead of it. What should have been refused and was not is told on standard error.
"""
import ctypes, errno, fcntl, json, mmap, os, platform, resource, signal, socket, struct, subprocess, sys, threading, time

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "facts.json")) as file:
    FACTS = json.load(file)
ATTACK = FACTS["attack"]
INTEL = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)
# Where the two architectures agree, one number.
CALLS = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "kcmp": (312, 272), "pidfd_open": 434, "pidfd_send_signal": 424,
    "pidfd_getfd": 438, "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "move_mount": 429,
    "open_tree": 428, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "swapon": (167, 224),
    "reboot": (169, 142), "kexec_load": (246, 104), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "acct": (163, 89), "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171),
    "clock_adjtime": (305, 266), "sethostname": (170, 161), "setdomainname": (171, 162), "quotactl": (179, 60), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "unshare": (272, 97), "setns": (308, 268), "vhangup": (153, 58), "syslog": (103, 116),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "fanotify_init": (300, 262), "memfd_secret": 447,
    "mknodat": (259, 33), "migrate_pages": (256, 238), "move_pages": (279, 239), "mbind": (237, 235), "set_mempolicy": (238, 237),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274), "clone": (56, 220), "clone3": 435, "prlimit64": (302, 261), "personality": (135, 92),
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "memfd_create": (319, 279), "timer_create": (222, 107),
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "fchmodat2": 452,
}


def call(name, *arguments):
    """A call of the kernel by its name or number; raises what it answers."""
    number = CALLS.get(name, name)
    number = number if isinstance(number, int) else number[0 if INTEL else 1]
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    wide += [ctypes.c_long(0)] * (6 - len(wide))
    ctypes.set_errno(0)
    libc.syscall.restype = ctypes.c_long
    got = libc.syscall(ctypes.c_long(number), *wide)
    if got < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return got


def tell(text):
    os.write(2, (text + "\n").encode())


def breach(what):
    tell("BREACH: " + what)


tries = 0


def tried():
    """Counts an attempt, so that an attack that never happened does not look like one that was held."""
    global tries
    tries += 1


def refused(what, act, *arguments):
    """Does something that must fail. What it gave, if it did not."""
    tried()
    try:
        got = act(*arguments)
    except (OSError, ValueError, MemoryError):
        return None
    breach(f"{what} gave {got!r}"[:200])
    return got


def refused_call(name, *arguments):
    return refused(name, call, name, *arguments)


def in_child(act):
    """The exit code of a child that did it; minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(act() or 0)
        except BaseException:
            os._exit(99)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code


def refused_in_child(what, act):
    """The same in a process of its own, for what would change the one that does it."""
    tried()
    def attempt():
        try:
            act()
        except (OSError, ValueError):
            return 7
        return 0
    if in_child(attempt) == 0:
        breach(what + " was done")


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def play(m):
    say({"nonce": m["nonce"], "action": m["legal"][m["number"] * 7 % len(m["legal"])]})


def body(kind):
    return globals().get(f"{kind}_{ATTACK}")


def serve():
    k = 0
    begin, turn, answer, after = (body(kind) for kind in ("begin", "turn", "answer", "after"))
    if ATTACK and not any((begin, turn, answer, after)):
        raise SystemExit(f"there is no attack {ATTACK}")
    for line in sys.stdin:
        [(kind, m)] = json.loads(line).items()
        if kind == "hello":
            if begin:
                begin()
            say({"ready": {}})
        elif kind == "turn":
            k += 1
            if turn:
                turn(k)
            if tries and k == 1:
                tell(f"TRIED: {tries}")
            if FACTS["nap_ms"] and k <= 7:
                time.sleep(FACTS["nap_ms"] / 1000)
            if answer:
                answer(k, m)
            else:
                play(m)
            if after:
                after(k)
