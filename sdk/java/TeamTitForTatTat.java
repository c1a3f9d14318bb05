/** Begins in doubt, and a loss costs two ties. */
public class TeamTitForTatTat extends TeamTitForTat {
    public TeamTitForTatTat(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    protected int startingTrust() {
        return 0;
    }

    @Override
    protected int trustAfter(int outcome) {
        return outcome == TIE ? trust + 1 : outcome == LOSS ? trust - 2 : trust;
    }
}
