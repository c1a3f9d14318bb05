/** The tournament's numbers. The host sets what it was told before a team is made. */
public final class Parameters {
    /** Moves of both sides together, after which a game is a draw. */
    public static int GAME_LENGTH = 30;
    public static int MAX_NUM_MOVES = 30;
    /** Boards a series, about. */
    public static int SERIES_LENGTH = 20;
    /** Bytes of a team's source. */
    public static final int SIZE_LIMIT = 10 << 20;
    /** Seconds to make a team. */
    public static final int TIME_LIMIT = 60;
    /** Megabytes of heap. */
    public static final int MEMORY_LIMIT = 100;

    public static final int WIN = 1;
    public static final int LOSS = 2;
    public static final int TIE = 3;
    public static final int DRAW = 4;

    private Parameters() {}
}
