# Doors into the kernel.
def text(word):
    return ctypes.c_char_p(word.encode())


NAMESPACES = (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)


def turn_42(k):
    if k > 1:
        return
    for flag in NAMESPACES:
        refused_in_child(f"unshare {flag:x}", lambda: call("unshare", flag))
        if flag != 0x80:
            def clone():
                if call("clone", flag | signal.SIGCHLD) == 0:
                    os._exit(0)
            refused_in_child(f"clone {flag:x}", clone)
        def clone3():
            if call("clone3", ctypes.c_char_p(struct.pack("QQQQQQQQ", flag, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)), 64) == 0:
                os._exit(0)
        refused_in_child(f"clone3 {flag:x}", clone3)
    def mounts():
        call("unshare", 0x10020000)
        call("mount", text("none"), text("/tmp"), text("tmpfs"), 0, 0)
    refused_in_child("a mount in a namespace", mounts)
    refused_call("mount", text("none"), text("/tmp"), text("tmpfs"), 0, 0)
    refused_call("umount2", text("/proc"), 2)
    refused_call("fsopen", text("tmpfs"), 0)
    refused_call("open_tree", -100, text("/usr"), 1)
    refused_call("fspick", -100, text("/"), 0)
    refused_call("mount_setattr", -100, text("/"), 0, ctypes.c_char_p(bytes(32)), 32)
    refused_in_child("chroot", lambda: call("chroot", text(".")))
    refused_in_child("pivot_root", lambda: call("pivot_root", text("."), text(".")))
    here = os.open("/proc/self/status", os.O_RDONLY)
    refused_call("setns", here, 0)
    for name in ("user", "mnt", "net", "pid"):
        try:
            space = os.open(f"/proc/self/ns/{name}", os.O_RDONLY)
        except OSError:
            continue
        refused_call("setns", space, 0)


def turn_43(k):
    if k > 1:
        return
    refused_call("io_uring_setup", 1, ctypes.create_string_buffer(120))
    for name, arguments in (("io_uring_setup", (1, 0)), ("io_uring_enter", (0, 0, 0, 0)), ("io_uring_register", (0, 0, 0, 0))):
        tried()
        try:
            call(name, *arguments)
        except OSError as error:
            if error.errno != errno.ENOSYS:
                breach(f"{name} says {errno.errorcode[error.errno]}")


# socket(AF_INET, SOCK_DGRAM, 0) by the old door, with the register kept that the caller needs.
OLD_DOOR = bytes.fromhex("53 b867010000 bb02000000 b902000000 31d2 cd80 5b c3")


def turn_44(k):
    if k > 1:
        return
    tried()
    if not INTEL:
        return
    for number in (39, 41, 56, 59):
        refused(f"x32 call {number}", call, 0x40000000 | number, 2, 2, 0)
    def old_door():
        page = mmap.mmap(-1, 4096, prot=7)
        page.write(OLD_DOOR)
        start = ctypes.addressof(ctypes.c_char.from_buffer(page))
        return 0 if ctypes.CFUNCTYPE(ctypes.c_int)(start)() >= 0 else 7
    code = in_child(old_door)
    if code == 0:
        breach("int 0x80 made a socket")


def turn_47(k):
    if k > 1:
        return
    nothing = ctypes.create_string_buffer(256)
    refused_call("bpf", 0, nothing, 128)
    refused_call("perf_event_open", ctypes.c_char_p(struct.pack("IIQ", 1, 128, 0) + bytes(112)), 0, -1, -1, 0)
    refused_call("userfaultfd", 1)
    refused_call("keyctl", 0, -3, 1)
    refused_call("add_key", text("user"), text("hostile"), text("x"), 1, -2)
    refused_call("request_key", text("user"), text("hostile"), 0, -2)
    refused_call("syslog", 3, nothing, 200)
    refused_call("init_module", nothing, 0, text(""))
    refused_call("finit_module", 0, text(""), 0)
    refused_call("delete_module", text("nothing"), 0)
    refused_call("kexec_load", 0, 0, 0, 0)
    refused_call("reboot", 0, 0, 0, 0)
    refused_call("clock_settime", 0, ctypes.c_char_p(struct.pack("qq", 1, 0)))
    refused_call("settimeofday", ctypes.c_char_p(struct.pack("qq", 1, 0)), 0)
    refused_call("adjtimex", nothing)
    refused_call("clock_adjtime", 0, nothing)
    refused_call("name_to_handle_at", -100, text("/usr"), ctypes.c_char_p(struct.pack("Ii", 64, 0) + bytes(64)), ctypes.byref(ctypes.c_int()), 0)
    refused_call("open_by_handle_at", -100, nothing, 0)
    refused_call("fanotify_init", 0x200, 0)
    refused_call("personality", 0x40000)
    refused_call("memfd_secret", 0)
    refused_call("sethostname", text("hostile"), 7)
    refused_call("setdomainname", text("hostile"), 7)
    refused_call("acct", 0)
    refused_call("swapon", text("/tmp/x"), 0)
    refused_call("quotactl", 0x80000700, 0, 0, nothing)
    refused_call("vhangup")
    refused_call("migrate_pages", 0, 64, nothing, nothing)
    refused_call("mbind", 0, 0, 0, 0, 0, 0)
    refused_call("set_mempolicy", 0, 0, 0)
    for number in (463, 470, 500, 1000, 0x3fffffff):
        refused(f"call {number}", call, number, 0, 0, 0)


def turn_51(k):
    if k > 1:
        return
    refused("a better niceness", os.nice, -20)
    refused_call("setpriority", 0, 0, -20)
    refused_call("sched_setscheduler", 0, 1, ctypes.byref(ctypes.c_int(1)))
    refused_call("sched_setscheduler", 0, 3, ctypes.byref(ctypes.c_int(0)))
    cores = (ctypes.c_ulong * 16)(*[(1 << 64) - 1] * 16)
    refused_call("sched_setaffinity", 0, 128, ctypes.byref(cores))
    for name in ("NPROC", "NOFILE", "FSIZE", "CORE", "MEMLOCK", "STACK", "NICE", "RTPRIO", "MSGQUEUE"):
        limit = getattr(resource, f"RLIMIT_{name}")
        refused(f"a higher {name}", resource.setrlimit, limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
