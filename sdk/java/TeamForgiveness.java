/** A loss costs five, a tie earns two, and time heals one a game. */
public class TeamForgiveness extends TeamTitForTat {
    public TeamForgiveness(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    protected int trustAfter(int outcome) {
        return trust + 1 + (outcome == TIE ? 2 : outcome == LOSS ? -5 : 0);
    }
}
