import java.util.ArrayList;

/** A team. One instance plays a whole tournament; its fields are refreshed before every call. */
public abstract class Player {
    protected static final int WHITE = 0;
    protected static final int BLACK = 1;

    /** 0 white, 1 black. */
    public int myColour;
    /** Moves of both sides so far. */
    public int numMovesPlayed;
    public boolean myKingIsAlive;
    public boolean myRookIsAlive;
    public boolean theirKingIsAlive;
    public boolean theirRookIsAlive;
    /** Columns and rows are 1 to 4, or -1 for a captured piece. */
    public int myKingColumn;
    public int myKingRow;
    public int myRookColumn;
    public int myRookRow;
    public int theirKingColumn;
    public int theirKingRow;
    public int theirRookColumn;
    public int theirRookRow;

    private String name;

    /** A series against a new opponent begins. */
    public void prepareForSeries() {
        throw new UnsupportedOperationException(getName() + " does not define prepareForSeries");
    }

    /** A game begins; the fields describe its first board. */
    public void prepareForMatch() {
        throw new UnsupportedOperationException(getName() + " does not define prepareForMatch");
    }

    /** It is your move. */
    public MoveDescription chooseMove() {
        throw new UnsupportedOperationException(getName() + " does not define chooseMove");
    }

    /** A game is over: 1 win, 2 loss, 3 tie, 4 draw. */
    public void receiveMatchOutcome(int outcome) {}

    public int outcomeToPayoff(int outcome) {
        switch (outcome) {
            case 1: return 3;
            case 2: return 0;
            case 3: return 2;
            case 4: return 1;
            default: throw new IllegalArgumentException("no outcome has the number " + outcome);
        }
    }

    /** Refreshes every field. */
    public final void update(Board board, Colour mine, int numMovesPlayed) {
        Colour theirs = mine.opposite();
        this.numMovesPlayed = numMovesPlayed;
        myColour = mine.toInt();
        int myKing = board.kingId(mine), myRook = board.rookId(mine), theirKing = board.kingId(theirs), theirRook = board.rookId(theirs);
        myKingIsAlive = myKing != 0;
        myRookIsAlive = myRook != 0;
        theirKingIsAlive = theirKing != 0;
        theirRookIsAlive = theirRook != 0;
        myKingColumn = column(myKing);
        myKingRow = row(myKing);
        myRookColumn = column(myRook);
        myRookRow = row(myRook);
        theirKingColumn = column(theirKing);
        theirKingRow = row(theirKing);
        theirRookColumn = column(theirRook);
        theirRookRow = row(theirRook);
    }

    private static int column(int id) {
        return id == 0 ? -1 : (id - 1) / 4 + 1;
    }

    private static int row(int id) {
        return id == 0 ? -1 : (id - 1) % 4 + 1;
    }

    public final Colour getColour() {
        return Colour.fromInt(myColour);
    }

    protected final BoardPosition toBoardPosition() {
        int myKing = BoardPosition.getCellId(myKingIsAlive, myKingColumn, myKingRow);
        int myRook = BoardPosition.getCellId(myRookIsAlive, myRookColumn, myRookRow);
        int theirKing = BoardPosition.getCellId(theirKingIsAlive, theirKingColumn, theirKingRow);
        int theirRook = BoardPosition.getCellId(theirRookIsAlive, theirRookColumn, theirRookRow);
        return myColour == WHITE
                ? new BoardPosition(myKing, myRook, theirKing, theirRook, numMovesPlayed, myColour)
                : new BoardPosition(theirKing, theirRook, myKing, myRook, numMovesPlayed, myColour);
    }

    /** Your moves, by the column and row of the piece that makes them. */
    protected final ArrayList<MoveDescription> getAllPossibleMoves() {
        return toBoardPosition().movesOf(myColour);
    }

    public final String getName() {
        return name == null ? getClass().getSimpleName() : name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
