/** A TitForTat but for chance: once in twenty games trust goes up by one, and down as often. */
public class TeamTwitchForTat extends TeamTitForTat {
    public TeamTwitchForTat(int maxNumMoves) {
        super(maxNumMoves);
    }

    @Override
    protected int trustAfter(int outcome) {
        int twitch = (dice.nextInt(20) == 0 ? 1 : 0) - (dice.nextInt(20) == 0 ? 1 : 0);
        return super.trustAfter(outcome) + twitch;
    }
}
