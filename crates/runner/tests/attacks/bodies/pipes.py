# What it says, and what it does not.
def answer_22(k, m):
    while True:
        os.write(1, b"x" * 65536)


def answer_23(k, m):
    while True:
        say({"nonce": 12345, "action": m["legal"][0]})


def turn_24(k):
    for _ in range(3200):
        os.write(2, b"e" * 65536)


def begin_25():
    say({"ready": {}})
    time.sleep(1000)


def begin_26():
    time.sleep(1000)


def answer_27(k, m):
    for _ in range(2 if FACTS.get("family") else 0):
        if os.fork() == 0:
            os.setsid()
            break
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass


def answer_29(k, m):
    os.close(1)
    time.sleep(1000)


def answer_30(k, m):
    os.write(2, b"\x1b[2J\x1b]0;owned\x07\x9b31m\r\n")
    os.write(1, b"\x1b[2J\x1b]0;owned\x07\xff\xfe\x80\n")


def answer_31(k, m):
    os.write(1, b"[" * 13_000_000 + b"\n")


def answer_32(k, m):
    os.write(1, b'{"nonce":')
    time.sleep(1000)


def answer_33(k, m):
    time.sleep(1000 if k > 1 else FACTS["budget_ms"] / 1000 + 0.1)
    play(m)


def answer_34(k, m):
    play(m)
    for _ in range(3):
        m["nonce"] += 1
        play(m)


def answer_35(k, m):
    say({"over": {"seat": 0, "payoffs": [1.0, 0.0], "points": [99, 0], "reason": "I won", "observation": {}}})
