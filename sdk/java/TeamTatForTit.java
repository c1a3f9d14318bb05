/** A TitForTat that distrusts at first. */
public class TeamTatForTit extends TeamTitForTat {
    public TeamTatForTit(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    protected int startingTrust() {
        return -1;
    }
}
