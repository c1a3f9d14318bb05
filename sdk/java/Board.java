/** The four pieces and where they stand. */
public final class Board {
    /** White king, white rook, black king, black rook: cell ids, 0 when captured. */
    private final int[] ids = new int[4];

    public Board() {}

    public Board(int whiteKing, int whiteRook, int blackKing, int blackRook) {
        ids[0] = whiteKing;
        ids[1] = whiteRook;
        ids[2] = blackKing;
        ids[3] = blackRook;
    }

    /** Rows 4 to 1, parted by slashes: {@code ..R./...r/Kk../....}. */
    public static Board parse(String text) {
        Board board = new Board();
        int column = 1, row = 4;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '/') {
                row--;
                column = 1;
                continue;
            }
            int slot = "KRkr".indexOf(letter);
            if (slot >= 0) {
                board.ids[slot] = 4 * (column - 1) + row;
            }
            column++;
        }
        return board;
    }

    public boolean kingIsAlive(Colour colour) {
        return kingId(colour) != 0;
    }

    public boolean rookIsAlive(Colour colour) {
        return rookId(colour) != 0;
    }

    /** The king's cell id, 0 when captured. */
    public int kingId(Colour colour) {
        return ids[2 * colour.toInt()];
    }

    /** The rook's cell id, 0 when captured. */
    public int rookId(Colour colour) {
        return ids[2 * colour.toInt() + 1];
    }

    /** The king's cell, null when captured. */
    public Cell getKing(Colour colour) {
        return kingIsAlive(colour) ? Cell.fromId(kingId(colour)) : null;
    }

    /** The rook's cell, null when captured. */
    public Cell getRook(Colour colour) {
        return rookIsAlive(colour) ? Cell.fromId(rookId(colour)) : null;
    }

    /** What stands on a cell: one of {@code KRkr}, or a dot. */
    public char pieceAt(int column, int row) {
        int id = 4 * (column - 1) + row;
        for (int slot = 0; slot < 4; slot++) {
            if (ids[slot] == id) {
                return "KRkr".charAt(slot);
            }
        }
        return '.';
    }

    public void print() {
        System.out.println(this);
    }

    /** Four lines, row 4 first. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int row = 4; row >= 1; row--) {
            for (int column = 1; column <= 4; column++) {
                text.append(pieceAt(column, row));
            }
            if (row > 1) {
                text.append('\n');
            }
        }
        return text.toString();
    }
}
