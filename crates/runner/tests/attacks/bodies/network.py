# Ways out.
def reaches(family, kind, address, data=b"hello", flags=0):
    with socket.socket(family, kind) as way:
        way.settimeout(0.5)
        if flags or kind == socket.SOCK_DGRAM:
            return way.sendto(data, flags, address)
        way.connect(address)
        return way.send(data)


def listens(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as way:
        way.bind(address)
        way.listen(1)
        return way.getsockname()


def turn_15(k):
    if k > 1:
        return
    here, stream, datagram = ("127.0.0.1", FACTS["tcp"]), socket.SOCK_STREAM, socket.SOCK_DGRAM
    refused("a connection", reaches, socket.AF_INET, stream, here)
    refused("a connection over IPv6", reaches, socket.AF_INET6, stream, ("::1", FACTS["tcp"], 0, 0))
    refused("a connection over mapped IPv6", reaches, socket.AF_INET6, stream, ("::ffff:127.0.0.1", FACTS["tcp"], 0, 0))
    refused("a fast open", reaches, socket.AF_INET, stream, here, b"hello", 0x20000000)
    refused("a datagram", reaches, socket.AF_INET, datagram, ("127.0.0.1", FACTS["udp"]))
    refused("a name server", reaches, socket.AF_INET, datagram, ("127.0.0.1", FACTS["udp"]), b"\x00" * 12)
    refused("a listener", listens, socket.AF_INET, ("127.0.0.1", 0))
    refused("a listener over IPv6", listens, socket.AF_INET6, ("::1", 0))


FAMILIES = (
    ("netlink", 16, 3, 0), ("netlink audit", 16, 3, 9), ("packet", 17, 3, 0), ("vsock", 40, 1, 0), ("alg", 38, 5, 0),
    ("bluetooth", 31, 3, 1), ("raw", 2, 3, 1), ("icmp", 2, 2, 1), ("mptcp", 2, 1, 262), ("smc", 43, 1, 0), ("xdp", 44, 3, 0),
    ("qrtr", 42, 2, 0), ("rds", 21, 5, 0), ("tipc", 30, 5, 0), ("can", 29, 3, 1), ("sctp", 2, 1, 132), ("udplite", 2, 2, 136),
    ("kcm", 41, 5, 0), ("key", 15, 3, 2), ("pppox", 24, 1, 0), ("llc", 26, 1, 0), ("phonet", 35, 2, 0), ("ieee802154", 36, 2, 0),
)


def turn_16(k):
    if k > 1:
        return
    for name, family, kind, protocol in FAMILIES:
        refused(f"a socket of {name}", call, 41 if INTEL else 198, family, kind, protocol)
        refused(f"a pair of {name}", call, 53 if INTEL else 199, family, kind, protocol, (ctypes.c_int * 2)())


def turn_17(k):
    if k > 1:
        return
    for kind, name in ((socket.SOCK_STREAM, "abstract_stream"), (socket.SOCK_DGRAM, "abstract_datagram")):
        refused(name, reaches, socket.AF_UNIX, kind, b"\0" + FACTS[name].encode())


def turn_18(k):
    if k > 1:
        return
    paths = [FACTS["path_stream"], "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private", "/run/systemd/notify"]
    for path in paths:
        refused(f"a connection to {path}", reaches, socket.AF_UNIX, socket.SOCK_STREAM, path)
    refused("a datagram", reaches, socket.AF_UNIX, socket.SOCK_DGRAM, FACTS["path_datagram"])
