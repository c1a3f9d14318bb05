import java.util.ArrayList;
import java.util.Random;

/** Moves at random: every choice is optimal when nothing matters. */
public class TeamNihilist extends Player {
    private final Random dice = new Random();

    public TeamNihilist(int maxNumMoves) {}

    @Override
    public void prepareForSeries() {}

    @Override
    public void prepareForMatch() {}

    @Override
    public MoveDescription chooseMove() {
        ArrayList<MoveDescription> moves = getAllPossibleMoves();
        return moves.get(dice.nextInt(moves.size()));
    }
}
