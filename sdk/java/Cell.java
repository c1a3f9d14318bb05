/** A place on the board: column and row, both 1 to 4. */
public final class Cell {
    public final int column;
    public final int row;

    public Cell(int column, int row) {
        this.column = column;
        this.row = row;
    }

    /** The cell of an id from 1 to 16. */
    public static Cell fromId(int id) {
        return new Cell((id - 1) / 4 + 1, (id - 1) % 4 + 1);
    }

    public int getColumn() {
        return column;
    }

    public int getRow() {
        return row;
    }

    /** 4 (column - 1) + row. */
    public int getId() {
        return 4 * (column - 1) + row;
    }

    public boolean isOnBoard() {
        return column >= 1 && column <= 4 && row >= 1 && row <= 4;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cell && ((Cell) other).column == column && ((Cell) other).row == row;
    }

    @Override
    public int hashCode() {
        return 31 * column + row;
    }

    @Override
    public String toString() {
        return "(" + column + ", " + row + ")";
    }
}
