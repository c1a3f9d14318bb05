# Memory, processes, disk.
BLOCK = 8 << 20


def turn_01(k):
    if k > 1:
        return
    tried()
    made = 0
    try:
        while made < 1000:
            if os.fork() == 0:
                time.sleep(100)
                os._exit(0)
            made += 1
    except OSError:
        pass
    if made > 200:
        breach(f"{made} processes")


def begin_02():
    while True:
        try:
            os.fork()
        except OSError:
            pass


def turn_03(k):
    hoard = []
    try:
        while len(hoard) < 100:
            hoard.append(b"x" * BLOCK)
    except MemoryError:
        time.sleep(0.3)
        raise
    breach("800 MB are held")


def turn_04(k):
    if k > 1:
        return
    tried()
    full = mmap.mmap(-1, 16)
    for i in range(16):
        try:
            child = os.fork()
        except OSError:
            return
        if child == 0:
            hoard = b"x" * (60 << 20)
            full[i] = 1
            time.sleep(8)
            os._exit(len(hoard) & 1)
    for _ in range(300):
        if sum(full[:]) == 16:
            break
        time.sleep(0.01)
    # Long enough to be seen, where somebody only looks now and then.
    time.sleep(1)
    if sum(full[:]) == 16 and os.waitpid(-1, os.WNOHANG)[0] == 0:
        breach("16 children hold 60 MB each")


def turn_05(k):
    if k > 1:
        return
    tried()
    held = 0
    try:
        for i in range(27):
            fd = call("memfd_create", b"hoard", 0)
            for _ in range(3):
                held += os.write(fd, b"x" * BLOCK)
    except OSError:
        pass
    # Long enough to be seen, where somebody looks.
    time.sleep(0.2)
    if held > 400 << 20:
        breach(f"{held >> 20} MB in files of memory")


def turn_06(k):
    if k > 1:
        return
    tried()
    for name, arguments in (("shmget", (4096, 0o1666)), ("semget", (1, 0o1666)), ("msgget", (0o1666,))):
        try:
            call(name, FACTS["key"], *arguments)
        except OSError:
            pass


def fill(write):
    """Writes 640 MB; whether all of it fits."""
    tried()
    try:
        for i in range(40):
            write(i, b"x" * BLOCK)
    except OSError:
        time.sleep(0.3)
        return
    time.sleep(1)
    breach("640 MB on disk")


def write_twice(fd, block):
    for _ in range(2):
        if os.write(fd, block) < len(block):
            raise OSError(errno.ENOSPC, "a part was written")


def turn_07(k):
    def write(i, block):
        with open(f"big{i}", "wb", buffering=0) as file:
            write_twice(file.fileno(), block)
    if k == 1:
        fill(write)


def turn_62(k):
    """In files without a name."""
    def write(i, block):
        fd = os.open(f"gone{i}", os.O_CREAT | os.O_RDWR, 0o600)
        os.unlink(f"gone{i}")
        write_twice(fd, block)
    if k == 1:
        fill(write)


def turn_63(k):
    """Deeper than any path reaches."""
    if k > 1:
        return
    try:
        for _ in range(24):
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
    except OSError:
        pass
    fill(lambda i, block: write_twice(os.open(f"deep{i}", os.O_CREAT | os.O_WRONLY, 0o600), block))


def turn_64(k):
    """In a folder that shows nothing."""
    if k > 1:
        return
    os.mkdir("closed", 0o300)
    fill(lambda i, block: write_twice(os.open(f"closed/f{i}", os.O_CREAT | os.O_WRONLY, 0o600), block))


def turn_65(k):
    """In mapped files without a name and without a descriptor."""
    maps = []
    def write(i, block):
        fd = os.open(f"gone{i}", os.O_CREAT | os.O_RDWR, 0o600)
        os.unlink(f"gone{i}")
        os.ftruncate(fd, 2 * BLOCK)
        maps.append(mmap.mmap(fd, 2 * BLOCK))
        os.close(fd)
        for _ in range(2):
            try:
                maps[-1].write(block)
            except ValueError:
                raise OSError(errno.ENOSPC, "it ends early")
    if k == 1:
        fill(write)


def turn_08(k):
    if k > 1:
        return
    tried()
    try:
        for i in range(30_000):
            os.close(os.open(f"f{i}", os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError:
        return
    time.sleep(0.5)
    breach("30,000 files")


def turn_09(k):
    if k > 1:
        return
    fd = os.open("sparse", os.O_CREAT | os.O_RDWR, 0o600)
    refused("a file of 16 TB", os.ftruncate, fd, 16 << 40)
    refused("a byte behind 15 TB", os.pwrite, fd, b"x", 15 << 40)


def turn_45(k):
    if k > 1:
        return
    tried()
    try:
        mmap.mmap(-1, 8 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
    except (OSError, ValueError, OverflowError):
        pass
    if libc.mlockall(3) == 0:
        breach("mlockall was done")
    # Shared, so that no limit on data counts it.
    area = mmap.mmap(-1, 600 << 20)
    for at in range(0, 600 << 20, 4096):
        area[at] = 1
    time.sleep(0.3)
    breach("600 MB are held")


def turn_46(k):
    sys.setrecursionlimit(1 << 30)
    def deeper(x):
        return list(map(deeper, [x]))
    deeper(0)


def turn_58(k):
    if k > 1:
        return
    tried()
    kept, bytes_held = [], 0
    try:
        while len(kept) < 100:
            pair = socket.socketpair()
            kept.append(pair)
            for end in pair:
                end.setblocking(False)
                try:
                    while True:
                        bytes_held += end.send(b"x" * 65536)
                except BlockingIOError:
                    pass
    except OSError:
        pass
    if bytes_held > 120 << 20:
        breach(f"{bytes_held >> 20} MB in sockets")
