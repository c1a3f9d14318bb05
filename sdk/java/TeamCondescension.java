/** Begins in doubt; draws cost trust, and wins that came while trusting cost more. */
public class TeamCondescension extends TeamTitForTat {
    public TeamCondescension(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    protected int startingTrust() {
        return 0;
    }

    @Override
    protected int trustAfter(int outcome) {
        if (outcome == DRAW) {
            return trust - 1;
        }
        return outcome == WIN && trust > 0 ? trust - 3 : super.trustAfter(outcome);
    }
}
