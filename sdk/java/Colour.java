/** A side of the board. White moves first. */
public enum Colour {
    WHITE, BLACK;

    public Colour opposite() {
        return this == WHITE ? BLACK : WHITE;
    }

    /** 0 for white, 1 for black, as in {@link Player#myColour}. */
    public int toInt() {
        return ordinal();
    }

    public static Colour fromInt(int code) {
        return code == 0 ? WHITE : BLACK;
    }
}
