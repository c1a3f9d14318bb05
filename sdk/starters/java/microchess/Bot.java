import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A bot for Microchess to start from: it takes the king if it can, else moves at random. */
final class Bot implements Protocol.Player {
    private static final int[][] WAYS = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    private final Random dice;

    /** A game begins: {@code start} has "seat", "brief" (the settings) and "seed" (for your own dice). */
    Bot(String start) {
        dice = new Random(Protocol.numbers(Protocol.get(start, "seed")).get(0));
    }

    /** A piece, a column and a row: "K22". */
    @Override
    public String act(String seen) {
        String board = Protocol.text(Protocol.get(seen, "board"));
        boolean white = Protocol.text(Protocol.get(seen, "you")).equals("white");
        List<String> moves = new ArrayList<>();
        List<String> kills = new ArrayList<>();
        for (int y = 1; y <= 4; y++) {
            for (int x = 1; x <= 4; x++) {
                if (own(at(board, x, y), white)) {
                    addMoves(board, white, x, y, moves, kills);
                }
            }
        }
        List<String> best = kills.isEmpty() ? moves : kills;
        return "\"" + best.get(dice.nextInt(best.size())) + "\"";
    }

    /** All moves of the piece on a cell. Without its king a side has one last move with its rook. */
    private static void addMoves(String board, boolean white, int x, int y, List<String> moves, List<String> kills) {
        char piece = Character.toUpperCase(at(board, x, y));
        for (int way = 0; way < (piece == 'K' ? 8 : 4); way++) {
            for (int far = 1; far <= (piece == 'K' ? 1 : 3); far++) {
                int toX = x + WAYS[way][0] * far;
                int toY = y + WAYS[way][1] * far;
                if (toX < 1 || toX > 4 || toY < 1 || toY > 4 || own(at(board, toX, toY), white)) {
                    break;
                }
                String move = "" + piece + toX + toY;
                moves.add(move);
                char there = at(board, toX, toY);
                if (there == (white ? 'k' : 'K')) {
                    kills.add(move);
                }
                if (there != '.') {
                    break;
                }
            }
        }
    }

    /** Columns and rows count from 1; the text has row 4 first: "..R./...r/Kk../....". */
    private static char at(String board, int x, int y) {
        return board.charAt((4 - y) * 5 + x - 1);
    }

    private static boolean own(char piece, boolean white) {
        return piece != '.' && Character.isUpperCase(piece) == white;
    }

    public static void main(String[] words) throws java.io.IOException {
        Protocol.serve(Bot::new);
    }
}
