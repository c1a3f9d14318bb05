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
        MoveDescription capture = moveTo(moves, theirKingIsAlive, theirKingColumn, theirKingRow);
        if (capture == null) {
            capture = moveTo(moves, theirRookIsAlive, theirRookColumn, theirRookRow);
        }
        return capture != null ? capture : moves.get(dice.nextInt(moves.size()));
    }

    /** The first move to the cell of a piece. */
    private static MoveDescription moveTo(ArrayList<MoveDescription> moves, boolean alive, int column, int row) {
        for (MoveDescription move : moves) {
            if (alive && move.getDestinationColumn() == column && move.getDestinationRow() == row) {
                return move;
            }
        }
        return null;
    }
}
