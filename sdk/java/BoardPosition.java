import java.util.ArrayList;
import java.util.LinkedList;

/**
 * A board, the moves played so far, and whose eyes look at it. Cell ids are 4 (column - 1) + row, 1 to 16; 0 is a captured
 * piece. Who moves next follows from the number of moves played; {@link #myColour} does not change with a move.
 */
public class BoardPosition {
    /** Every {@link #toInt} is smaller. */
    public static final int MAX_INT = 1 << 23;
    private static final int MOST_MOVES = 31;

    public int whiteKingPosition;
    public int whiteRookPosition;
    public int blackKingPosition;
    public int blackRookPosition;
    public int numMovesPlayed;
    public int myColour;

    public BoardPosition() {}

    public BoardPosition(
            int whiteKingPosition, int whiteRookPosition, int blackKingPosition, int blackRookPosition, int numMovesPlayed, int myColour) {
        this.whiteKingPosition = whiteKingPosition;
        this.whiteRookPosition = whiteRookPosition;
        this.blackKingPosition = blackKingPosition;
        this.blackRookPosition = blackRookPosition;
        this.numMovesPlayed = numMovesPlayed;
        this.myColour = myColour;
    }

    public BoardPosition(BoardPosition other) {
        this(other.whiteKingPosition, other.whiteRookPosition, other.blackKingPosition, other.blackRookPosition, other.numMovesPlayed,
                other.myColour);
    }

    /** The position of a {@link #toInt}. */
    public BoardPosition(int code) {
        int whiteKing = code & 15, whiteRook = code >> 4 & 15, blackKing = code >> 8 & 15, blackRook = code >> 12 & 15;
        whiteKingPosition = whiteKing == whiteRook ? 0 : whiteKing + 1;
        whiteRookPosition = whiteRook == blackKing ? 0 : whiteRook + 1;
        blackKingPosition = blackKing == blackRook ? 0 : blackKing + 1;
        blackRookPosition = (code >> 16 & 1) == 1 ? 0 : blackRook + 1;
        numMovesPlayed = code >> 17 & 31;
        myColour = code >> 22 & 1;
    }

    /**
     * Four bits a piece (white king, white rook, black king, black rook, from the lowest), a bit for a dead black rook, five
     * bits for the moves played, a bit for the colour. A dead black rook stands on the smallest empty cell, and any other dead
     * piece where the next one does.
     */
    public int toInt() {
        if (numMovesPlayed < 0 || numMovesPlayed > MOST_MOVES) {
            throw new IllegalStateException("toInt has room for " + MOST_MOVES + " moves, and " + numMovesPlayed + " were played");
        }
        int blackRook = (blackRookPosition == 0 ? smallestEmptyCell() : blackRookPosition) - 1;
        int blackKing = blackKingPosition == 0 ? blackRook : blackKingPosition - 1;
        int whiteRook = whiteRookPosition == 0 ? blackKing : whiteRookPosition - 1;
        int whiteKing = whiteKingPosition == 0 ? whiteRook : whiteKingPosition - 1;
        int dead = blackRookPosition == 0 ? 1 : 0;
        return whiteKing | whiteRook << 4 | blackKing << 8 | blackRook << 12 | dead << 16 | numMovesPlayed << 17 | myColour << 22;
    }

    private int smallestEmptyCell() {
        int cell = 1;
        while (cell == whiteKingPosition || cell == whiteRookPosition || cell == blackKingPosition) {
            cell++;
        }
        return cell;
    }

    /** Whether a number is the {@link #toInt} of some board. */
    public static boolean isValidInt(int code) {
        if (code < 0 || code >= MAX_INT) {
            return false;
        }
        BoardPosition position = new BoardPosition(code);
        return position.isValidBoard() && position.toInt() == code;
    }

    /** Whether at least one piece stands, and no two on one cell. */
    public boolean isValidBoard() {
        int[] ids = {whiteKingPosition, whiteRookPosition, blackKingPosition, blackRookPosition};
        int taken = 0;
        for (int id : ids) {
            if (id < 0 || id > 16 || id != 0 && (taken & 1 << id) != 0) {
                return false;
            }
            taken |= 1 << id;
        }
        return (taken & ~1) != 0;
    }

    /** The id of a cell, or 0 for a piece that was captured. */
    public static int getCellId(boolean alive, int column, int row) {
        return alive ? 4 * (column - 1) + row : 0;
    }

    boolean isOccupied(int id) {
        return id == whiteKingPosition || id == whiteRookPosition || id == blackKingPosition || id == blackRookPosition;
    }

    /** Captures whatever stands on a cell. */
    public void clearCell(int id) {
        if (whiteKingPosition == id) {
            whiteKingPosition = 0;
        }
        if (whiteRookPosition == id) {
            whiteRookPosition = 0;
        }
        if (blackKingPosition == id) {
            blackKingPosition = 0;
        }
        if (blackRookPosition == id) {
            blackRookPosition = 0;
        }
    }

    /** The position after a move of the side whose turn it is; this one stays as it is. */
    public BoardPosition doMove(MoveDescription move) {
        BoardPosition next = new BoardPosition(this);
        int to = getCellId(true, move.getDestinationColumn(), move.getDestinationRow());
        boolean king = "king".equals(move.getPieceToMove());
        next.clearCell(to);
        if (mover() == 0) {
            if (king) {
                next.whiteKingPosition = to;
            } else {
                next.whiteRookPosition = to;
            }
        } else if (king) {
            next.blackKingPosition = to;
        } else {
            next.blackRookPosition = to;
        }
        next.numMovesPlayed++;
        return next;
    }

    /** 0 if white moves next, 1 if black does. */
    private int mover() {
        return numMovesPlayed & 1;
    }

    /** The moves of the side whose turn it is, by the column and row of the piece; none when a game would be over. */
    public ArrayList<MoveDescription> getAllPossibleMoves() {
        boolean over = mover() == 0 ? blackKingPosition == 0 : whiteKingPosition == 0;
        return over ? new ArrayList<MoveDescription>() : movesOf(mover());
    }

    /** The moves of a side, whoever's turn it is. */
    ArrayList<MoveDescription> movesOf(int colour) {
        int king = colour == 0 ? whiteKingPosition : blackKingPosition;
        int rook = colour == 0 ? whiteRookPosition : blackRookPosition;
        ArrayList<MoveDescription> moves = new ArrayList<MoveDescription>(14);
        if (king != 0 && king < rook) {
            addKingMoves(moves, king, rook);
        }
        if (rook != 0) {
            addRookMoves(moves, rook, king);
        }
        if (king != 0 && king > rook) {
            addKingMoves(moves, king, rook);
        }
        return moves;
    }

    private static void addKingMoves(ArrayList<MoveDescription> moves, int from, int ownRook) {
        int column = (from - 1) / 4 + 1, row = (from - 1) % 4 + 1;
        for (int c = Math.max(1, column - 1); c <= Math.min(4, column + 1); c++) {
            for (int r = Math.max(1, row - 1); r <= Math.min(4, row + 1); r++) {
                int to = getCellId(true, c, r);
                if (to != from && to != ownRook) {
                    moves.add(new MoveDescription("king", c, r));
                }
            }
        }
    }

    private static final int[][] RAYS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    private void addRookMoves(ArrayList<MoveDescription> moves, int from, int ownKing) {
        for (int[] ray : RAYS) {
            int c = (from - 1) / 4 + 1 + ray[0], r = (from - 1) % 4 + 1 + ray[1];
            while (c >= 1 && c <= 4 && r >= 1 && r <= 4) {
                int to = getCellId(true, c, r);
                if (to == ownKing) {
                    break;
                }
                moves.add(new MoveDescription("rook", c, r));
                if (isOccupied(to)) {
                    break;
                }
                c += ray[0];
                r += ray[1];
            }
        }
    }

    /** Every board with all four pieces, in the eyes of each colour: 87,360 positions. */
    public static LinkedList<BoardPosition> getAllInitialBoardPositions() {
        LinkedList<BoardPosition> all = new LinkedList<BoardPosition>();
        for (int colour = 0; colour < 2; colour++) {
            for (int code = 0; code < 1 << 16; code++) {
                BoardPosition position = new BoardPosition((code & 15) + 1, (code >> 4 & 15) + 1, (code >> 8 & 15) + 1, (code >> 12) + 1, 0, colour);
                if (position.isValidBoard()) {
                    all.add(position);
                }
            }
        }
        return all;
    }

    public void print() {
        System.out.println(new Board(whiteKingPosition, whiteRookPosition, blackKingPosition, blackRookPosition));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BoardPosition)) {
            return false;
        }
        BoardPosition position = (BoardPosition) other;
        return whiteKingPosition == position.whiteKingPosition && whiteRookPosition == position.whiteRookPosition
                && blackKingPosition == position.blackKingPosition && blackRookPosition == position.blackRookPosition
                && numMovesPlayed == position.numMovesPlayed && myColour == position.myColour;
    }

    @Override
    public int hashCode() {
        int cells = ((whiteKingPosition * 17 + whiteRookPosition) * 17 + blackKingPosition) * 17 + blackRookPosition;
        return (cells * 128 + numMovesPlayed) * 2 + myColour;
    }
}
