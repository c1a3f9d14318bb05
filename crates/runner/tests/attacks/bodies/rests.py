# Thinking while the other one thinks.
spans, mark, running = [], 0.0, True


def spin():
    while running:
        pass


def work_between_turns(k, clock):
    """Notes how much of the processor was used since the last answer. Judges after six."""
    global running
    if 1 < k <= 7:
        spans.append(clock() - mark)
    if k == 7:
        running = False
        tell(f"TRIED: it worked {[round(span * 1000) for span in spans]} ms while it stood still")
        if sorted(spans)[3] > 0.015:
            breach("it works while it should stand still")


def set_mark(clock):
    global mark
    mark = clock()


def start_spinning(k):
    if k == 1:
        threading.Thread(target=spin, daemon=True).start()
    work_between_turns(k, time.process_time)


def turn_36(k):
    start_spinning(k)


def after_36(k):
    set_mark(time.process_time)


child_clock = None
helpers = []


def child_time():
    return struct.unpack("d", child_clock[:8])[0]


def turn_37(k):
    global child_clock
    if k == 1:
        child_clock = mmap.mmap(-1, 8)
        helpers.append(os.fork())
        if helpers[0] == 0:
            os.setsid()
            while True:
                child_clock[:8] = struct.pack("d", time.process_time())
    work_between_turns(k, child_time)
    if k == 7:
        os.kill(helpers[0], signal.SIGKILL)


def after_37(k):
    set_mark(child_time)


def turn_38(k):
    if k == 1:
        tell("TRIED: a timer")
        event = struct.pack("qii48x", 0, signal.SIGCONT, 0)
        timer = ctypes.c_long()
        try:
            call("timer_create", 1, ctypes.c_char_p(event), ctypes.byref(timer))
            every = struct.pack("qqqq", 0, 1_000_000, 0, 1_000_000)
            call(223 if INTEL else 110, timer.value & 0xffffffff, 0, ctypes.c_char_p(every), 0)
        except OSError:
            pass
    start_spinning(k)


after_38 = after_36


def turn_39(k):
    if k == 1:
        main = os.getpid()
        for _ in range(4):
            helper = os.fork()
            if helper == 0:
                while True:
                    os.kill(main, signal.SIGCONT)
            helpers.append(helper)
    start_spinning(k)
    if k == 7:
        for helper in helpers:
            os.kill(helper, signal.SIGKILL)


after_39 = after_36


def turn_57(k):
    if k == 1:
        tell("TRIED: signals of the kernel")
        for act in (
            lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid()),
            lambda: fcntl.fcntl(0, 10, signal.SIGCONT),
            lambda: fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC),
        ):
            try:
                act()
            except OSError:
                pass
        signal.signal(signal.SIGIO, signal.SIG_IGN)
    start_spinning(k)


after_57 = after_36


def turn_40(k):
    import hashlib
    if k > 1:
        return
    tried()
    data, stop = b"x" * (1 << 20), time.monotonic() + 0.4
    def work():
        while time.monotonic() < stop:
            hashlib.sha256(data).digest()
    threads = [threading.Thread(target=work) for _ in range(16)]
    wall, used = time.monotonic(), time.process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, used = time.monotonic() - wall, time.process_time() - used
    if used > 1.1 * wall:
        breach(f"{used:.2f} s of the processor in {wall:.2f} s")
