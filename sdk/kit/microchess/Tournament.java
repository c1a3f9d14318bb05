import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A tournament of Microchess: {@code java Tournament full}, or {@code java Tournament individual} to have the first player meet
 * everybody else.
 *
 * <p>Who plays stands in {@code playermanifest.txt}, if there is one: a line with a registered name and a line with a count, in
 * turn. Else it is {@link #USUAL}.
 */
public final class Tournament {
    /** Add your team here, and to {@link #USUAL}. */
    private static void registerPlayers() {
        PlayerFactory.registerPlayer("MyPlayer", n -> new MyPlayer(n));

        PlayerFactory.registerPlayer("TeamMonkey", n -> new TeamMonkey(n));
        PlayerFactory.registerPlayer("TeamNihilist", n -> new TeamNihilist(n));
        PlayerFactory.registerPlayer("TeamRationalOptimist", n -> TeamRational.createOptimist(n));
        PlayerFactory.registerPlayer("TeamRationalPessimist", n -> TeamRational.createPessimist(n));
        PlayerFactory.registerPlayer("TeamRationalQueller", n -> TeamRational.createQueller(n));
        PlayerFactory.registerPlayer("TeamRationalRealist", n -> TeamRational.createRealist(n));
        PlayerFactory.registerPlayer("TeamRationalScrapper", n -> TeamRational.createScrapper(n));
        PlayerFactory.registerPlayer("TeamRationalTruster", n -> TeamRational.createTruster(n));
        PlayerFactory.registerPlayer("TeamRationalUtilitarian", n -> TeamRational.createUtilitarian(n));
        PlayerFactory.registerPlayer("TeamRationalCooperative", n -> TeamRational.createCooperative(n));
        PlayerFactory.registerPlayer("TeamTitForTat", n -> new TeamTitForTat(n));
        PlayerFactory.registerPlayer("TeamTatForTit", n -> new TeamTatForTit(n));
        PlayerFactory.registerPlayer("TeamTitForTatTat", n -> new TeamTitForTatTat(n));
        PlayerFactory.registerPlayer("TeamGrudger", n -> new TeamGrudger(n));
        PlayerFactory.registerPlayer("TeamCondescension", n -> new TeamCondescension(n));
        PlayerFactory.registerPlayer("TeamForgiveness", n -> new TeamForgiveness(n));
        PlayerFactory.registerPlayer("TeamTwitchForTat", n -> new TeamTwitchForTat(n));
        PlayerFactory.registerPlayer("TeamDoubleAgent", n -> new TeamDoubleAgent(n));
        PlayerFactory.registerPlayer("TeamHandshaker", n -> new TeamHandshaker(n));
    }

    /** Who plays if no manifest says so: you, and the initial Horde. */
    private static final String[] USUAL = {
        "MyPlayer", "TeamMonkey", "TeamNihilist", "TeamRationalOptimist", "TeamRationalPessimist", "TeamRationalQueller",
        "TeamRationalRealist", "TeamRationalScrapper", "TeamRationalTruster", "TeamRationalUtilitarian",
    };
    private static final String MANIFEST = "playermanifest.txt";

    private final Random dice = new Random();
    private final List<Seat> seats = new ArrayList<Seat>();

    public static void main(String[] words) throws IOException {
        boolean individual = words.length > 0 && words[0].equals("individual");
        if (words.length > 1 || words.length == 1 && !individual && !words[0].equals("full")) {
            System.err.println("write: java Tournament full, or java Tournament individual");
            System.exit(2);
        }
        registerPlayers();
        Tournament tournament = new Tournament();
        try {
            for (String id : lineup()) {
                tournament.seats.add(new Seat(id));
            }
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
        }
        tournament.run(individual);
    }

    private static List<String> lineup() throws IOException {
        File manifest = new File(MANIFEST);
        List<String> ids = new ArrayList<String>();
        if (!manifest.exists()) {
            Collections.addAll(ids, USUAL);
            return ids;
        }
        String id = null;
        int number = 0;
        for (String line : Files.readAllLines(manifest.toPath(), StandardCharsets.UTF_8)) {
            number++;
            if (line.trim().isEmpty()) {
                continue;
            }
            if (id == null) {
                id = line.trim();
                continue;
            }
            try {
                ids.addAll(Collections.nCopies(Integer.parseInt(line.trim()), id));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(MANIFEST + ", line " + number + ": this should say how many of " + id + " play");
            }
            id = null;
        }
        return ids;
    }

    private void run(boolean individual) {
        List<Seat[]> pairs = new ArrayList<Seat[]>();
        for (int a = 0; a < (individual ? 1 : seats.size()); a++) {
            for (int b = a + 1; b < seats.size(); b++) {
                pairs.add(new Seat[] {seats.get(a), seats.get(b)});
            }
        }
        Collections.shuffle(pairs, dice);
        for (Seat[] pair : pairs) {
            double[] averages = series(pair);
            for (int side = 0; side < 2; side++) {
                pair[side].score += averages[side];
                System.out.println("Average payoff of player " + pair[side].id + ": " + format(averages[side]));
            }
        }
        if (individual) {
            seats.get(0).score /= Math.max(pairs.size(), 1);
        }
        List<Seat> ranking = new ArrayList<Seat>(seats);
        Collections.sort(ranking, (a, b) -> Double.compare(b.score, a.score));
        System.out.println("Final ranking:");
        for (int place = 0; place < ranking.size(); place++) {
            System.out.println(place + " (" + format(ranking.get(place).score) + ") : " + ranking.get(place).id);
        }
    }

    private static String format(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }

    /** What each of the pair gets a game. Nobody knows which board is the last. */
    private double[] series(Seat[] pair) {
        for (Seat seat : pair) {
            seat.prepareForSeries();
        }
        int boards = Parameters.MIN_NUM_DIFFERENT_BOARDS;
        while (dice.nextBoolean()) {
            boards++;
        }
        double[] sums = new double[2];
        for (int i = 0; i < boards; i++) {
            BoardPosition start = randomStart();
            int white = dice.nextInt(2);
            play(start, pair, white, sums);
            play(start, pair, 1 - white, sums);
        }
        return new double[] {sums[0] / (2 * boards), sums[1] / (2 * boards)};
    }

    private BoardPosition randomStart() {
        LinkedList<Integer> cells = new LinkedList<Integer>();
        for (int cell = 1; cell <= 16; cell++) {
            cells.add(cell);
        }
        Collections.shuffle(cells, dice);
        return new BoardPosition(cells.get(0), cells.get(1), cells.get(2), cells.get(3), 0, 0);
    }

    private static void play(BoardPosition position, Seat[] pair, int white, double[] sums) {
        Seat[] byColour = {pair[white], pair[1 - white]};
        for (int colour = 0; colour < 2; colour++) {
            byColour[colour].prepareForMatch(position, colour);
        }
        boolean over = false;
        while (!over && position.numMovesPlayed < Parameters.MAX_NUM_MOVES) {
            int mover = position.numMovesPlayed & 1;
            boolean last = kingIsGone(position, mover);
            position = position.doMove(byColour[mover].chooseMove(position, mover));
            // Who has lost its king still has one move, if it has a rook.
            over = last || kingIsGone(position, 1 - mover) && rookIsGone(position, 1 - mover);
        }
        for (int colour = 0; colour < 2; colour++) {
            boolean won = kingIsGone(position, 1 - colour), lost = kingIsGone(position, colour);
            int outcome = won ? lost ? Parameters.TIE : Parameters.WIN : lost ? Parameters.LOSS : Parameters.DRAW;
            byColour[colour].receiveMatchOutcome(position, colour, outcome);
            sums[colour == 0 ? white : 1 - white] += Seat.PAYOFFS[outcome];
        }
    }

    private static boolean kingIsGone(BoardPosition position, int colour) {
        return (colour == 0 ? position.whiteKingPosition : position.blackKingPosition) == 0;
    }

    private static boolean rookIsGone(BoardPosition position, int colour) {
        return (colour == 0 ? position.whiteRookPosition : position.blackRookPosition) == 0;
    }

    /** A player in the tournament. One that fails is made anew, and a Monkey moves in its place. */
    private static final class Seat {
        /** By outcome, from 1 on. */
        static final int[] PAYOFFS = {0, 3, 0, 2, 1};

        final String id;
        double score;
        private Player player;
        private final Player monkey = new TeamMonkey(Parameters.MAX_NUM_MOVES);
        private boolean slow;

        Seat(String id) {
            this.id = id;
            long began = System.nanoTime();
            player = PlayerFactory.createPlayer(id, Parameters.MAX_NUM_MOVES);
            watch("the constructor", began, Parameters.TIME_LIMIT_CONSTRUCTOR);
        }

        void prepareForSeries() {
            try {
                player.prepareForSeries();
            } catch (Throwable error) {
                replace("prepareForSeries", error);
            }
        }

        void prepareForMatch(BoardPosition position, int colour) {
            try {
                update(player, position, colour);
                player.prepareForMatch();
            } catch (Throwable error) {
                replace("prepareForMatch", error);
            }
        }

        MoveDescription chooseMove(BoardPosition position, int colour) {
            try {
                update(player, position, colour);
                long began = System.nanoTime();
                MoveDescription move = player.chooseMove();
                watch("chooseMove", began, Parameters.TIME_LIMIT_CHOOSE_MOVE);
                if (move != null && position.getAllPossibleMoves().contains(move)) {
                    return move;
                }
                System.err.println(id + ": " + move + " is no legal move; a Monkey moves instead");
            } catch (Throwable error) {
                replace("chooseMove", error);
                prepareForMatch(position, colour);
            }
            update(monkey, position, colour);
            return monkey.chooseMove();
        }

        void receiveMatchOutcome(BoardPosition position, int colour, int outcome) {
            try {
                update(player, position, colour);
                player.receiveMatchOutcome(outcome);
            } catch (Throwable error) {
                replace("receiveMatchOutcome", error);
            }
        }

        private static void update(Player player, BoardPosition p, int colour) {
            Board board = new Board(p.whiteKingPosition, p.whiteRookPosition, p.blackKingPosition, p.blackRookPosition);
            player.update(board, Colour.fromInt(colour), p.numMovesPlayed);
        }

        private void replace(String method, Throwable error) {
            System.err.println(id + ": " + method + " threw " + error + "; a new instance takes over");
            for (StackTraceElement frame : error.getStackTrace()) {
                if (frame.getClassName().equals("Tournament$Seat")) {
                    break;
                }
                System.err.println("    " + frame.getFileName() + ", line " + frame.getLineNumber() + ", in " + frame.getMethodName());
            }
            player = PlayerFactory.createPlayer(id, Parameters.MAX_NUM_MOVES);
            if (!method.equals("prepareForSeries")) {
                prepareForSeries();
            }
        }

        /** Says once that a player is slow: a virtual machine that warms up is slow by itself. */
        private void watch(String what, long began, double limit) {
            double seconds = (System.nanoTime() - began) / 1e9;
            if (seconds > limit && !slow) {
                slow = true;
                System.err.println(id + ": WARNING: " + what + " took " + format(seconds) + " s, and " + format(limit) + " s are the limit");
            }
        }
    }

    private Tournament() {}
}
