import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;

/**
 * Reads positions (cell ids of white king, white rook, black king, black rook, and the moves played) and prints for each, parted
 * by bars: toInt, the position read back from it, the legal moves, and for each personality its best moves and values.
 */
public class Drill {
    public static void main(String[] words) throws Exception {
        TeamRational[] all = {
            TeamRational.createOptimist(30), TeamRational.createPessimist(30), TeamRational.createQueller(30),
            TeamRational.createRealist(30), TeamRational.createScrapper(30), TeamRational.createTruster(30),
            TeamRational.createUtilitarian(30), TeamRational.createCooperative(30),
        };
        System.out.println(BoardPosition.getAllInitialBoardPositions().size());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] n = line.split(" ");
            int played = Integer.parseInt(n[4]);
            BoardPosition position = new BoardPosition(
                    Integer.parseInt(n[0]), Integer.parseInt(n[1]), Integer.parseInt(n[2]), Integer.parseInt(n[3]), played, played & 1);
            int code = position.toInt();
            BoardPosition back = new BoardPosition(code);
            boolean same = back.equals(position) && BoardPosition.isValidInt(code) && back.toInt() == code;
            StringBuilder text = new StringBuilder().append(code).append('|').append(same).append('|');
            spell(text, position.getAllPossibleMoves());
            for (TeamRational player : all) {
                int[] values = player.getValues(position);
                text.append('|').append(player.getName()).append(' ').append(values[0]).append(' ').append(values[1]).append('|');
                spell(text, player.getBestMoves(position));
            }
            System.out.println(text);
        }
    }

    private static void spell(StringBuilder text, ArrayList<MoveDescription> moves) {
        for (MoveDescription move : moves) {
            if (!new MoveDescription(move.toInt()).equals(move)) {
                throw new AssertionError(move);
            }
            text.append(move.getPieceToMove().equals("king") ? 'K' : 'R').append(move.getDestinationColumn()).append(move.getDestinationRow());
            text.append(' ');
        }
    }
}
