import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Asks every player of the Horde for its move, many times over.
 *
 * <p>The first line is how often. A line {@code trust 1 3 2 ...} is a series by its outcomes: the answer has, for each of the
 * family that keeps faith, its trust after each game. Any other line is a position (cell ids of white king, white rook, black king,
 * black rook, and the moves played): the answer has how often each player made each move, and the sign of a handshake.
 */
public class Ballot {
    private static final TeamTitForTat[] FAMILY = {
        new TeamTitForTat(30), new TeamTatForTit(30), new TeamTitForTatTat(30), new TeamGrudger(30), new TeamCondescension(30),
        new TeamForgiveness(30), new TeamTwitchForTat(30),
    };
    private static final TeamRational[] RATIONAL = {
        TeamRational.createOptimist(30), TeamRational.createPessimist(30), TeamRational.createQueller(30),
        TeamRational.createRealist(30), TeamRational.createScrapper(30), TeamRational.createTruster(30),
        TeamRational.createUtilitarian(30), TeamRational.createCooperative(30), TeamRational.createAgent(30),
    };
    private static long seed = 1;

    public static void main(String[] words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int draws = Integer.parseInt(in.readLine());
        Player monkey = new TeamMonkey(30), nihilist = new TeamNihilist(30);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] n = line.split(" ");
            StringBuilder text = new StringBuilder();
            if (n[0].equals("trust")) {
                for (TeamTitForTat player : FAMILY) {
                    player.prepareForSeries();
                    text.append(text.length() == 0 ? "" : "|").append(player.getName().substring(4));
                    for (int i = 1; i < n.length; i++) {
                        player.receiveMatchOutcome(Integer.parseInt(n[i]));
                        text.append(' ').append(player.trust);
                    }
                }
                System.out.println(text);
                continue;
            }
            int played = Integer.parseInt(n[4]);
            int[] ids = new int[4];
            for (int i = 0; i < 4; i++) {
                ids[i] = Integer.parseInt(n[i]);
            }
            Board board = new Board(ids[0], ids[1], ids[2], ids[3]);
            BoardPosition position = new BoardPosition(ids[0], ids[1], ids[2], ids[3], played, played & 1);
            text.append("sign ").append(spell(Handshaker.getHandshakeMove(position)));
            ask(text, "Monkey", monkey, board, played, draws);
            ask(text, "Nihilist", nihilist, board, played, draws);
            for (TeamRational player : RATIONAL) {
                ask(text, player.getName(), player, board, played, draws);
            }
            FAMILY[0].trust = 1;
            ask(text, "trusting", FAMILY[0], board, played, draws);
            FAMILY[0].trust = 0;
            ask(text, "doubting", FAMILY[0], board, played, draws);
            System.out.println(text);
        }
    }

    private static void ask(StringBuilder text, String name, Player player, Board board, int played, int draws) {
        int[] votes = new int[32];
        player.update(board, Colour.fromInt(played & 1), played);
        for (int i = 0; i < draws; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            if (player instanceof TeamRational) {
                ((TeamRational) player).redraw(seed);
            } else if (player instanceof TeamTitForTat) {
                ((TeamTitForTat) player).redraw(seed);
            }
            votes[player.chooseMove().toInt()]++;
        }
        text.append('|').append(name);
        for (int code = 0; code < votes.length; code++) {
            if (votes[code] > 0) {
                text.append(' ').append(spell(new MoveDescription(code))).append(' ').append(votes[code]);
            }
        }
    }

    private static String spell(MoveDescription move) {
        return (move.getPieceToMove().equals("king") ? "K" : "R") + move.getDestinationColumn() + move.getDestinationRow();
    }
}
