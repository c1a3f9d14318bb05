/**
 * Offers a secret handshake to whoever it meets. As long as its signs are answered, and between its own ten and the answer, it plays
 * for its opponent: it wants what the opponent is paid, and believes that the opponent wants so too. Without an answer it is a
 * Realist for the rest of the series.
 */
public class TeamDoubleAgent extends Player {
    private final Handshaker shaker = Handshaker.createHandshakeOfferer();
    private final TeamRational realist, agent;

    public TeamDoubleAgent(int maxNumMoves) {
        realist = TeamRational.createRealist(maxNumMoves);
        agent = TeamRational.createAgent(maxNumMoves);
    }

    @Override
    public void prepareForSeries() {
        shaker.handshakePrepareForSeries();
    }

    @Override
    public void prepareForMatch() {
        shaker.handshakePrepareForMatch(toBoardPosition());
    }

    @Override
    public MoveDescription chooseMove() {
        BoardPosition position = toBoardPosition();
        shaker.updateTheirMove(position);
        MoveDescription move;
        if (shaker.shouldSendHandshakeMove()) {
            move = Handshaker.getHandshakeMove(position);
        } else {
            move = (shaker.handshakeHasFailed() ? realist : agent).chooseMove(position);
        }
        shaker.receiveMyMove(move);
        return move;
    }

    @Override
    public void receiveMatchOutcome(int outcome) {
        shaker.handshakeReceiveMatchOutcome(outcome, toBoardPosition());
    }
}
