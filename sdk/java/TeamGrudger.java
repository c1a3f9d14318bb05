/** Trusts until the first loss, and then never again in the series. */
public class TeamGrudger extends TeamTitForTat {
    private boolean grudge;

    public TeamGrudger(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    public void prepareForSeries() {
        super.prepareForSeries();
        grudge = false;
    }

    @Override
    protected int trustAfter(int outcome) {
        grudge |= outcome == LOSS;
        return grudge ? 0 : super.trustAfter(outcome);
    }
}
