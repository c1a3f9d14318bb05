# Other processes, and what a process has.
STRANGERS = [FACTS["engine"], *FACTS["opponents"]]


def turn_12(k):
    if k > 1:
        return
    tried()
    try:
        seen = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        seen = []
    mine = {os.getpid()}
    for pid in {*seen, *STRANGERS, 1, os.getppid()} - mine:
        for root in ("/proc", "/proc/self/..", f"/proc/{os.getpid()}/../../proc"):
            for name in ("cmdline", "environ", "maps", "mem", "status", "stat"):
                refused(f"reading {root}/{pid}/{name}", read_some, f"{root}/{pid}/{name}")
            for name in ("root", "cwd", "exe"):
                refused(f"following {root}/{pid}/{name}", os.readlink, f"{root}/{pid}/{name}")
            for name in ("fd", "task", "root"):
                refused(f"listing {root}/{pid}/{name}", list_some, f"{root}/{pid}/{name}")


def turn_19(k):
    if k > 1:
        return
    tried()
    for target in [os.getppid(), *STRANGERS, 1, -1]:
        for number in (signal.SIGCONT, signal.SIGSTOP, signal.SIGKILL):
            # Told that it was done, it may have reached nobody: the referee looks who is hurt.
            if target in STRANGERS:
                refused(f"signal {number} to {target}", os.kill, target, number)
            else:
                try:
                    os.kill(target, number)
                except OSError:
                    pass


def turn_20(k):
    if k > 1:
        return
    buffer = ctypes.create_string_buffer(64)
    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    local = Vector(ctypes.addressof(buffer), 8)
    remote = Vector(ctypes.addressof(buffer), 8)
    for pid in [os.getppid(), *STRANGERS]:
        refused_call("ptrace", 16, pid)
        refused_call("ptrace", 0x4206, pid)
        refused_call("process_vm_readv", pid, ctypes.byref(local), 1, ctypes.byref(remote), 1)
        refused_call("kcmp", os.getpid(), pid, 0)
        try:
            handle = call("pidfd_open", pid, 0)
        except OSError:
            continue
        refused_call("pidfd_getfd", handle, 0)
        # Inside, the first process may be sent anything and ignores it.
        if pid != 1:
            refused_call("pidfd_send_signal", handle, 0, 0, 0)
    refused_in_child("PTRACE_TRACEME", lambda: call("ptrace", 0))
    class Child:
        pid = os.fork()
    if Child.pid == 0:
        time.sleep(10)
        os._exit(0)
    refused("reading a child's memory", call, "process_vm_readv", Child.pid, ctypes.byref(local), 1, ctypes.byref(remote), 1)
    refused("seizing a child", call, "ptrace", 0x4206, Child.pid)
    os.kill(Child.pid, signal.SIGKILL)
    os.waitpid(Child.pid, 0)


def turn_21(k):
    if k > 1:
        return
    for pid in FACTS["opponents"]:
        limits = (ctypes.c_ulong * 2)()
        refused(f"limits of {pid}", call, "prlimit64", pid, 7, 0, ctypes.byref(limits))
        refused(f"niceness of {pid}", call, "setpriority", 0, pid, 1)
        cores = (ctypes.c_ulong * 16)(*[(1 << 64) - 1] * 16)
        refused(f"cores of {pid}", call, "sched_setaffinity", pid, 128, ctypes.byref(cores))
        refused(f"scheduler of {pid}", call, "sched_setscheduler", pid, 3, ctypes.byref(ctypes.c_int(0)))
        refused(f"input and output of {pid}", call, "ioprio_set", 1, pid, 3 << 13)
        refused(f"oom_score_adj of {pid}", rewrite, f"/proc/{pid}/oom_score_adj", os.O_WRONLY)


def turn_28(k):
    if k > 1:
        return
    tried()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 256)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(0.01)
        os._exit(0)


def turn_41(k):
    if k > 1:
        return
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 5}
    for words in (["su", "-c", "true"], ["mount", "-t", "tmpfs", "none", "/tmp"], ["newgrp", "root"], ["sudo", "-n", "true"]):
        tried()
        try:
            if subprocess.run(words, **quiet).returncode == 0:
                breach(" ".join(words))
        except OSError:
            pass
    for name, act in (("setuid", lambda: os.setuid(0)), ("setgid", lambda: os.setgid(0)), ("setgroups", lambda: os.setgroups([0]))):
        refused_in_child(name, act)
    with open("/proc/self/status") as file:
        status = dict(line.split(":", 1) for line in file)
    if status["NoNewPrivs"].strip() != "1":
        breach("new privileges are allowed")
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        if int(status[name], 16):
            breach(f"{name} is {status[name].strip()}")
    if status["Seccomp"].strip() != "2":
        breach("no filter")


ENVIRONMENT = {
    "PATH", "LANG", "HOME", "TMPDIR", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "LC_CTYPE",
}


def turn_48(k):
    if k > 1:
        return
    tried()
    for fd in range(3, 256):
        try:
            os.fstat(fd)
        except OSError:
            continue
        breach(f"descriptor {fd}: {os.readlink(f'/proc/self/fd/{fd}')}")
    for name in set(os.environ) - ENVIRONMENT:
        breach(f"{name} is in the environment")
    with open("/proc/self/environ", "rb") as file:
        for pair in file.read().split(b"\0"):
            if pair and pair.split(b"=")[0].decode() not in ENVIRONMENT:
                breach(f"{pair!r} was in the environment")


def turn_53(k):
    if k == 2:
        os._exit(0)


def after_66(k):
    os._exit(0)


def turn_54(k):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        breach("cores are allowed")
    except (OSError, ValueError):
        pass
    os.abort()
