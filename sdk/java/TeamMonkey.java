import java.util.ArrayList;
import java.util.Random;

/** Takes the king if it can, else the rook, else moves at random. */
public class TeamMonkey extends Player {
    private final Random dice = new Random();

    public TeamMonkey(int maxNumMoves) {}

    @Override
    public void prepareForSeries() {}

    @Override
    public void prepareForMatch() {}

    @Override
    public MoveDescription chooseMove() {
        ArrayList<MoveDescription> moves = getAllPossibleMoves();
        ArrayList<MoveDescription> captures = movesTo(moves, theirKingIsAlive, theirKingColumn, theirKingRow);
        if (captures.isEmpty()) {
            captures = movesTo(moves, theirRookIsAlive, theirRookColumn, theirRookRow);
        }
        ArrayList<MoveDescription> choice = captures.isEmpty() ? moves : captures;
        return choice.get(dice.nextInt(choice.size()));
    }

    /** The moves to the cell of a piece: none, one, or one of each piece. */
    private static ArrayList<MoveDescription> movesTo(ArrayList<MoveDescription> moves, boolean alive, int column, int row) {
        ArrayList<MoveDescription> found = new ArrayList<MoveDescription>();
        for (MoveDescription move : moves) {
            if (alive && move.getDestinationColumn() == column && move.getDestinationRow() == row) {
                found.add(move);
            }
        }
        return found;
    }
}
