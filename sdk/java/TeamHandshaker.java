/** A Realist that answers the handshake of a double agent, and has it for a servant then. */
public class TeamHandshaker extends Player {
    private final Handshaker shaker = Handshaker.createHandshakeAccepter();
    private final TeamRational realist;

    public TeamHandshaker(int maxNumMoves) {
        realist = TeamRational.createRealist(maxNumMoves);
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
        MoveDescription move = shaker.shouldSendHandshakeMove() ? Handshaker.getHandshakeMove(position) : realist.chooseMove(position);
        shaker.receiveMyMove(move);
        return move;
    }

    @Override
    public void receiveMatchOutcome(int outcome) {
        shaker.handshakeReceiveMatchOutcome(outcome, toBoardPosition());
    }
}
