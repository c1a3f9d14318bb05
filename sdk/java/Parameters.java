/** The tournament's numbers. The host sets what it was told before a team is made. */
public final class Parameters {
    public static final int NUM_COLUMNS = 4;
    public static final int NUM_ROWS = 4;
    public static final int NUM_PIECES = 4;

    /** Moves of both sides together, after which a game is a draw. */
    public static int GAME_LENGTH = 30;
    public static int MAX_NUM_MOVES = GAME_LENGTH;
    /** Boards a series, about. */
    public static int SERIES_LENGTH = 20;
    /** Boards that a series has at least; a coin decides about each further one. */
    public static int MIN_NUM_DIFFERENT_BOARDS = SERIES_LENGTH - 2;

    /** Bytes of a team's source. */
    public static int SIZE_LIMIT = 10 << 20;
    /** Seconds to make a team. */
    public static double TIME_LIMIT = 60;
    public static double TIME_LIMIT_CONSTRUCTOR = TIME_LIMIT;
    /** Megabytes of heap. */
    public static int MEMORY_LIMIT = 100;
    public static double MEMORY_LIMIT_CONSTRUCTOR = MEMORY_LIMIT;
    /** Seconds that the other methods should keep to. */
    public static final double TIME_LIMIT_PREPARE_FOR_SERIES = 1;
    public static final double TIME_LIMIT_PREPARE_FOR_MATCH = 1;
    public static final double TIME_LIMIT_CHOOSE_MOVE = 0.1;
    public static final double TIME_LIMIT_RECEIVE_MATCH_OUTCOME = 0.1;

    public static final int WIN = 1;
    public static final int LOSS = 2;
    public static final int TIE = 3;
    public static final int DRAW = 4;

    /** Takes a number by its name, such as {@code series_length=40}; the others that follow from it are set too. */
    static void set(String name, String value) {
        double number = Double.parseDouble(value);
        switch (name) {
            case "game_length":
                GAME_LENGTH = MAX_NUM_MOVES = (int) number;
                break;
            case "series_length":
                SERIES_LENGTH = (int) number;
                MIN_NUM_DIFFERENT_BOARDS = Math.max(SERIES_LENGTH - 2, 1);
                break;
            case "size_limit":
                SIZE_LIMIT = (int) Math.min(number, Integer.MAX_VALUE);
                break;
            case "time_limit":
                TIME_LIMIT = TIME_LIMIT_CONSTRUCTOR = number;
                break;
            case "memory_limit":
                MEMORY_LIMIT = (int) number;
                MEMORY_LIMIT_CONSTRUCTOR = number;
                break;
            default:
                throw new IllegalArgumentException("there is no parameter " + name);
        }
    }

    private Parameters() {}
}
