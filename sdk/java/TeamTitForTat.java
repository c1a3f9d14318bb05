import java.util.Random;

/** Keeps faith with those who do: Cooperative while its trust is positive and a tie can be had, else a Realist. */
public class TeamTitForTat extends Player {
    protected static final int WIN = 1, LOSS = 2, TIE = 3, DRAW = 4;

    protected final Random dice = new Random();
    protected int trust;
    private final TeamRational cooperative, realist;

    public TeamTitForTat(int maxNumMoves) {
        cooperative = TeamRational.createCooperative(maxNumMoves);
        realist = TeamRational.createRealist(maxNumMoves);
        trust = startingTrust();
    }

    /** Trust when a series begins. */
    protected int startingTrust() {
        return 1;
    }

    /** Trust after a game. */
    protected int trustAfter(int outcome) {
        return outcome == TIE ? trust + 1 : outcome == LOSS ? trust - 1 : trust;
    }

    @Override
    public void prepareForSeries() {
        trust = startingTrust();
    }

    @Override
    public void prepareForMatch() {}

    @Override
    public MoveDescription chooseMove() {
        BoardPosition position = toBoardPosition();
        TeamRational adviser = trust > 0 && cooperative.expectsTie(position) ? cooperative : realist;
        return adviser.chooseMove(position);
    }

    /** Draws all choices between best moves anew, as another instance would. */
    void redraw(long seed) {
        cooperative.redraw(seed);
        realist.redraw(seed);
    }

    @Override
    public void receiveMatchOutcome(int outcome) {
        trust = trustAfter(outcome);
    }
}
