/** A piece and where it goes. */
public class MoveDescription {
    private final String pieceToMove;
    private final int destinationColumn;
    private final int destinationRow;

    /** @param pieceToMove {@code "king"} or {@code "rook"} */
    public MoveDescription(String pieceToMove, int destinationColumn, int destinationRow) {
        this.pieceToMove = pieceToMove;
        this.destinationColumn = destinationColumn;
        this.destinationRow = destinationRow;
    }

    /** The move of a {@link #toInt}. */
    public MoveDescription(int code) {
        this((code & 1) == 1 ? "rook" : "king", (code >> 1 & 3) + 1, (code >> 3 & 3) + 1);
    }

    public String getPieceToMove() {
        return pieceToMove;
    }

    public int getDestinationColumn() {
        return destinationColumn;
    }

    public int getDestinationRow() {
        return destinationRow;
    }

    /** Bit 0: a rook; bits 1 and 2: column - 1; bits 3 and 4: row - 1. */
    public int toInt() {
        return ("rook".equals(pieceToMove) ? 1 : 0) | destinationColumn - 1 << 1 | destinationRow - 1 << 3;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof MoveDescription)) {
            return false;
        }
        MoveDescription move = (MoveDescription) other;
        boolean samePiece = pieceToMove == null ? move.pieceToMove == null : pieceToMove.equals(move.pieceToMove);
        return samePiece && destinationColumn == move.destinationColumn && destinationRow == move.destinationRow;
    }

    @Override
    public int hashCode() {
        return toInt();
    }

    @Override
    public String toString() {
        return "(" + pieceToMove + ", " + destinationColumn + ", " + destinationRow + ")";
    }
}
