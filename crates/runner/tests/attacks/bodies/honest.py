# What honest bots do must work.
def turn_56(k):
    if k > 1:
        return
    tried()
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "notes"), "w") as file:
            file.write("a note")
        if FACTS["libraries"]:
            import plyvel
            store = plyvel.DB(os.path.join(folder, "store"), create_if_missing=True)
            store.put(b"egg", b"4")
            if store.get(b"egg") != b"4":
                breach("LevelDB forgets")
            store.close()
    with open("learned.json", "w") as file:
        json.dump({"games": 1}, file)
    if subprocess.run(["echo", "hen"], stdout=subprocess.PIPE, check=True).stdout != b"hen\n":
        breach("a subprocess says something else")
    near, far = socket.socketpair()
    near.send(b"x")
    if far.recv(1) != b"x":
        breach("a pair of sockets is deaf")
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    if FACTS["libraries"]:
        import numpy
        if numpy.linalg.det(numpy.eye(40)) != 1.0:
            breach("numpy is wrong")
    import multiprocessing
    multiprocessing.set_start_method("fork")
    if FACTS["semaphores"]:
        with multiprocessing.Pool(2) as pool:
            if pool.map(abs, [-1, -2]) != [1, 2]:
                breach("a pool is wrong")


def turn_67(k):
    """A library for learning, as a bot would use it: FACTS name it."""
    if k > 1:
        return
    tried()
    library = FACTS["library"]
    if library == "numba":
        import numba
        if numba.njit(lambda n: n * 2)(21) != 42:
            breach("numba is wrong")
    elif library == "jax":
        import jax
        if float(jax.jit(lambda x: x * 2)(21.0)) != 42.0:
            breach("jax is wrong")
    elif library == "sklearn":
        from sklearn.linear_model import LinearRegression
        if round(LinearRegression().fit([[0], [1], [2]], [0, 2, 4]).predict([[21]])[0]) != 42:
            breach("scikit-learn is wrong")
