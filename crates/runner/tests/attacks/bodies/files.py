# Files of others.
def read_some(path):
    with open(path, "rb", buffering=0) as file:
        got = file.read(16)
    if not got:
        raise OSError(errno.ENODATA, "it is empty")
    return got


def list_some(path):
    got = os.listdir(path)
    if not got:
        raise OSError(errno.ENODATA, "it is empty")
    return got


def rewrite(path, flags):
    os.close(os.open(path, flags))
    return "a descriptor"


def turn_10(k):
    if k > 1:
        return
    for path in ("/etc/shadow", "/proc/kcore", "/proc/keys", "/proc/sched_debug", "/proc/1/environ", "/etc/machine-id", FACTS["canary"]):
        refused(f"reading {path}", read_some, path)
    for path in ("/root", "/var/log", "/sys", "/home", "/run", "/var", "/mnt", "/opt", "/boot", "/proc/1", os.path.dirname(FACTS["canary"])):
        refused(f"listing {path}", list_some, path)


def turn_11(k):
    if k > 1:
        return
    for i, place in enumerate(FACTS["opponent_places"]):
        path = os.path.join(place, "bot.py")
        refused(f"listing {place}", list_some, place)
        refused(f"reading {path}", read_some, path)
        refused(f"writing {path}", rewrite, path, os.O_WRONLY | os.O_APPEND)
        refused(f"a hard link to {path}", os.link, path, f"hard{i}")
        os.symlink(path, f"soft{i}")
        refused(f"reading {path} by a link", read_some, f"soft{i}")
    tried()
    above, mine = os.path.split(os.getcwd())
    try:
        others = set(os.listdir(above)) - {mine}
    except OSError:
        others = None
    if others:
        breach(f"{above} also holds {others}")


def turn_13(k):
    if k > 1:
        return
    canary = FACTS["canary"]
    readers = [os.O_WRONLY | os.O_APPEND, os.O_RDWR, os.O_RDONLY | os.O_TRUNC, os.O_WRONLY | os.O_TRUNC]
    for path in (canary, "/etc/hosts", "/etc/passwd", "/usr/bin/env", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"):
        for flags in readers:
            refused(f"opening {path} with {flags:o}", rewrite, path, flags)
        refused(f"cutting {path}", os.truncate, path, 0)
    open("mine", "w").close()
    refused("a mode", os.chmod, canary, 0o600)
    refused("a time", os.utime, canary, (1, 1))
    refused("a hard link", os.link, canary, "hard")
    refused("a rename", os.rename, canary, "stolen")
    refused("a replacement", os.rename, "mine", canary)
    refused("a removal", os.unlink, canary)
    refused("a file in /usr", rewrite, "/usr/hostile", os.O_CREAT | os.O_WRONLY)
    refused("a file beside", rewrite, os.path.join(os.path.dirname(canary), "hostile"), os.O_CREAT | os.O_WRONLY)
    refused("a folder beside", os.mkdir, os.path.join(os.path.dirname(canary), "hostile-folder"))


def turn_14(k):
    if k > 1:
        return
    for path in FACTS["sdk"]:
        refused(f"appending to {path}", rewrite, path, os.O_WRONLY | os.O_APPEND)
        refused(f"removing {path}", os.unlink, path)
        refused(f"moving {path}", os.rename, path, path + "x")
        refused("a file beside", rewrite, os.path.join(os.path.dirname(path), "sitecustomize.py"), os.O_CREAT | os.O_WRONLY)
    tried()


def turn_49(k):
    if k > 1:
        return
    for path in ("tty", "vda", "sda", "nvme0n1", "mem", "kvm", "vsock", "net/tun", "ptmx", "fuse", "console", "vhost-vsock", "loop-control"):
        refused(f"opening /dev/{path}", rewrite, f"/dev/{path}", os.O_RDWR | os.O_NOCTTY)
    for letter in (0x5412, 0x541C):
        refused("typing for somebody", fcntl.ioctl, 0, letter, b"x")
    refused("a device", os.mknod, "device", 0o20666, os.makedev(1, 1))
    refused("a block device", os.mknod, "block", 0o60666, os.makedev(254, 0))


def turn_50(k):
    if k > 1:
        return
    for path in FACTS["groups"]:
        refused(f"leaving for {path}", rewrite, path, os.O_WRONLY)
    for path in ("/proc/self/oom_score_adj", "/proc/self/mem", "/proc/self/coredump_filter", "/proc/self/loginuid", "/proc/self/clear_refs"):
        refused(f"opening {path}", rewrite, path, os.O_WRONLY)


def turn_52(k):
    if k > 1:
        return
    tried()
    home = os.getcwd()
    os.symlink("/etc/passwd", "passwd")
    os.symlink(FACTS["canary"], "result.json")
    os.symlink("/", "root")
    for act in (lambda: os.mkfifo("fifo"), lambda: socket.socket(socket.AF_UNIX).bind("socket")):
        try:
            act()
        except OSError:
            pass
    for name, mode in (("blind", 0), ("no-write", 0o500), ("no-look", 0o300)):
        os.mkdir(name)
        open(os.path.join(name, "inside"), "w").close()
        folder = os.open(name, os.O_RDONLY)
        os.fchmod(folder, mode)
    for _ in range(600):
        os.mkdir("deep-and-deeper")
        os.chdir("deep-and-deeper")
    os.mkdir("locked", 0)
    os.chdir(home)


def turn_55(k):
    if k > 1:
        return
    tried()
    fd = os.open("/usr/bin/env", os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def turn_61(k):
    if k > 1:
        return
    mine = FACTS["own_file"]
    refused("a mode", os.chmod, mine, 0o600)
    refused("an owner", os.chown, mine, os.getuid(), os.getgid())
    refused("an owner of the link", os.lchown, mine, os.getuid(), os.getgid())
    refused("a time", os.utime, mine, (1, 1))
    refused("an attribute", os.setxattr, mine, "user.hostile", b"1")
    refused("a rename", os.rename, mine, mine + "x")
    refused("a hard link", os.link, mine, "hard")
    refused("a hard link beside", os.link, mine, mine + "y")
    refused("fchmodat2", call, "fchmodat2", -100, ctypes.c_char_p(mine.encode()), 0o600, 0)
    at = os.path.relpath(mine)
    refused("a mode by a relative path", os.chmod, at, 0o600)
