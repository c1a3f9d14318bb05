import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;

/**
 * A secret sign between a double agent and those it works for.
 *
 * <p>The one who offers makes its first ten moves of a series by a rule that both know ({@link #getHandshakeMove}); the one who
 * accepts watches them, and answers with ten such moves of its own. A game may end in between: the count goes on with the next.
 * The first expected sign that does not come ends the matter for the series.
 *
 * <p>How a player uses it: tell it of each series, match and outcome; in {@code chooseMove}, first {@link #updateTheirMove}, then
 * play {@link #getHandshakeMove} if {@link #shouldSendHandshakeMove}, and tell it the move you make with {@link #receiveMyMove}.
 */
public class Handshaker {
    /** Signs that each side gives. */
    public static final int HANDSHAKE_LENGTH = 10;

    private final boolean offers;
    private int sent, received;
    private boolean failed;
    /** The position after the last move we know of. */
    private BoardPosition latest;

    private Handshaker(boolean offers) {
        this.offers = offers;
    }

    /** Gives the sign first, then waits for it. */
    public static Handshaker createHandshakeOfferer() {
        return new Handshaker(true);
    }

    /** Waits for the sign, then gives it. */
    public static Handshaker createHandshakeAccepter() {
        return new Handshaker(false);
    }

    public void handshakePrepareForSeries() {
        sent = received = 0;
        failed = false;
        latest = null;
    }

    public void handshakePrepareForMatch(BoardPosition start) {
        latest = new BoardPosition(start);
    }

    public void handshakeReceiveMatchOutcome(int outcome, BoardPosition end) {
        updateTheirMove(end);
    }

    /** Whether your next move should be {@link #getHandshakeMove}. */
    public boolean shouldSendHandshakeMove() {
        return !failed && sent < HANDSHAKE_LENGTH && (offers || received == HANDSHAKE_LENGTH);
    }

    /** Whether the opponent's next move should be {@link #getHandshakeMove}. */
    public boolean shouldReceiveHandshakeMove() {
        return !failed && received < HANDSHAKE_LENGTH && (!offers || sent == HANDSHAKE_LENGTH);
    }

    /** Whether an expected sign did not come in this series. */
    public boolean handshakeHasFailed() {
        return failed;
    }

    /** You make this move. */
    public void receiveMyMove(MoveDescription move) {
        if (shouldSendHandshakeMove() && move.equals(getHandshakeMove(latest))) {
            sent++;
        }
        latest = latest.doMove(move);
    }

    /** The opponent made this move. */
    public void receiveTheirMove(MoveDescription move) {
        if (shouldReceiveHandshakeMove()) {
            if (move.equals(getHandshakeMove(latest))) {
                received++;
            } else {
                failed = true;
            }
        }
        latest = latest.doMove(move);
    }

    /** Finds out which move the opponent made, if it made one since you last looked. */
    public void updateTheirMove(BoardPosition now) {
        if (latest == null || now.equals(latest)) {
            return;
        }
        for (MoveDescription move : latest.getAllPossibleMoves()) {
            if (latest.doMove(move).equals(now)) {
                receiveTheirMove(move);
                return;
            }
        }
    }

    /**
     * The sign in a position, the same for both sides: of the moves that capture nothing (of all, if every one captures), in the
     * order of {@link BoardPosition#getAllPossibleMoves}, the one whose index is a digest modulo their number. The digest is the
     * MD5 of the bytes of {@link BoardPosition#toInt} for colour 0, both read as whole numbers with a sign, highest byte first.
     * {@code toInt} counts moves up to 31, so longer games count on from 0.
     */
    public static MoveDescription getHandshakeMove(BoardPosition position) {
        BoardPosition shared = new BoardPosition(position);
        shared.myColour = 0;
        ArrayList<MoveDescription> all = shared.getAllPossibleMoves();
        ArrayList<MoveDescription> quiet = new ArrayList<MoveDescription>();
        for (MoveDescription move : all) {
            if (!shared.isOccupied(BoardPosition.getCellId(true, move.getDestinationColumn(), move.getDestinationRow()))) {
                quiet.add(move);
            }
        }
        ArrayList<MoveDescription> choice = quiet.isEmpty() ? all : quiet;
        shared.numMovesPlayed &= 31;
        BigInteger digest = new BigInteger(md5(BigInteger.valueOf(shared.toInt()).toByteArray()));
        return choice.get(digest.mod(BigInteger.valueOf(choice.size())).intValue());
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has MD5", missing);
        }
    }
}
