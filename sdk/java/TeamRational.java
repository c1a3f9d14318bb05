import java.util.ArrayList;
import java.util.Random;

/**
 * Solves the game for what it wants and what it believes its opponent to want, and plays a move that is best by that. Which of
 * several best moves it plays is drawn once for each position, ply and colour: one instance plays a board always alike.
 */
public class TeamRational extends Player {
    /** Outcomes in the eyes of the one who reasons, and the payoffs of both. */
    private static final int LOSS = 0, DRAW = 1, TIE = 2, WIN = 3;
    private static final int[] U1 = {0, 1, 2, 3};
    private static final int[] U2 = {3, 1, 2, 0};

    private final int maxNumMoves;
    /** What each outcome is worth to itself, and in its belief to its opponent. */
    private final int[] own, other;
    /** {@code values[who moves: 0 itself, 1 the opponent][moves left][position]}: the outcome. */
    private final byte[][][] values;
    private long seed = new Random().nextLong();

    /** A Realist. */
    public TeamRational(int maxNumMoves) {
        this(maxNumMoves, U1, U2);
    }

    /** Utilities by outcome: loss, draw, tie, win, all in the eyes of this player. */
    protected TeamRational(int maxNumMoves, int[] own, int[] other) {
        this.maxNumMoves = maxNumMoves;
        this.own = own.clone();
        this.other = other.clone();
        values = Atlas.solve(maxNumMoves, own, other);
    }

    private static TeamRational create(String name, int maxNumMoves, int[] own, int[] other) {
        TeamRational player = new TeamRational(maxNumMoves, own, other);
        player.setName(name);
        return player;
    }

    /** a u1 + b u2, outcome by outcome. */
    private static int[] mix(int a, int b) {
        int[] utility = new int[4];
        for (int outcome = LOSS; outcome <= WIN; outcome++) {
            utility[outcome] = a * U1[outcome] + b * U2[outcome];
        }
        return utility;
    }

    public static TeamRational createOptimist(int maxNumMoves) {
        return create("Optimist", maxNumMoves, U1, U1);
    }

    public static TeamRational createPessimist(int maxNumMoves) {
        return create("Pessimist", maxNumMoves, U1, mix(-1, 0));
    }

    public static TeamRational createQueller(int maxNumMoves) {
        return create("Queller", maxNumMoves, mix(0, -1), U2);
    }

    public static TeamRational createRealist(int maxNumMoves) {
        return create("Realist", maxNumMoves, U1, U2);
    }

    public static TeamRational createScrapper(int maxNumMoves) {
        return create("Scrapper", maxNumMoves, mix(0, -1), mix(-1, 0));
    }

    public static TeamRational createTruster(int maxNumMoves) {
        return create("Truster", maxNumMoves, mix(3, 2), mix(2, 3));
    }

    public static TeamRational createUtilitarian(int maxNumMoves) {
        return create("Utilitarian", maxNumMoves, mix(1, 1), mix(1, 1));
    }

    /** A tie before a win before a draw before a loss, for both. */
    public static TeamRational createCooperative(int maxNumMoves) {
        return create("Cooperative", maxNumMoves, new int[] {0, 1, 3, 2}, new int[] {2, 1, 3, 0});
    }

    /** What the opponent is paid, for both: a double agent. */
    static TeamRational createAgent(int maxNumMoves) {
        return create("Agent", maxNumMoves, U2, U2);
    }

    @Override
    public void prepareForSeries() {}

    @Override
    public void prepareForMatch() {}

    @Override
    public MoveDescription chooseMove() {
        return chooseMove(toBoardPosition());
    }

    /** Its move in a position that is its own to move in. */
    MoveDescription chooseMove(BoardPosition position) {
        ArrayList<MoveDescription> best = getBestMoves(position);
        return best.get(draw(position, best.size()));
    }

    /** Draws all choices between best moves anew, as another instance would. */
    void redraw(long seed) {
        this.seed = seed;
    }

    /** The same number for the same position each time. */
    private int draw(BoardPosition position, int sides) {
        long mixed = seed + position.hashCode() * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return (int) (((mixed ^ mixed >>> 31) >>> 33) % sides);
    }

    /** Every best move of the side whose turn it is, where this player has the colour {@code position.myColour}. */
    public ArrayList<MoveDescription> getBestMoves(BoardPosition position) {
        int left = maxNumMoves - position.numMovesPlayed;
        int who = (position.numMovesPlayed & 1) == position.myColour ? 0 : 1;
        int[] utility = who == 0 ? own : other;
        ArrayList<MoveDescription> best = new ArrayList<MoveDescription>();
        int most = Integer.MIN_VALUE;
        for (MoveDescription move : position.getAllPossibleMoves()) {
            int worth = utility[Atlas.after(position, move, who, left, values)];
            if (worth > most) {
                best.clear();
                most = worth;
            }
            if (worth == most) {
                best.add(move);
            }
        }
        return best;
    }

    /** What the position is worth to this player and, as it believes, to its opponent. */
    public int[] getValues(BoardPosition position) {
        int outcome = outcomeOf(position);
        return new int[] {own[outcome], other[outcome]};
    }

    /** Whether a tie comes of it when everything goes as this player believes. */
    public boolean expectsTie(BoardPosition position) {
        return outcomeOf(position) == TIE;
    }

    private int outcomeOf(BoardPosition position) {
        int who = (position.numMovesPlayed & 1) == position.myColour ? 0 : 1;
        return values[who][maxNumMoves - position.numMovesPlayed][Atlas.IDS[Atlas.key(position)]];
    }

    /** Every position with a move to make, as the mover sees it, and where its moves lead. Made once for all players. */
    private static final class Atlas {
        /** By the cells of mover's king and rook and the opponent's: the position's number, or -1. */
        static final int[] IDS = new int[17 * 17 * 17 * 17];
        /** {@code LINKS[STARTS[id] .. STARTS[id + 1]]}: the opponent's positions, or {@code ~outcome} of the mover. */
        static final int[] STARTS, LINKS;
        /** Positions in which the mover has lost its king, and makes its last move. */
        static final boolean[] LAST;

        static {
            int count = 0;
            for (int key = 0; key < IDS.length; key++) {
                IDS[key] = isLive(key) ? count++ : -1;
            }
            STARTS = new int[count + 1];
            LAST = new boolean[count];
            int[] links = new int[14 * count];
            int used = 0;
            for (int key = 0; key < IDS.length; key++) {
                int id = IDS[key];
                if (id < 0) {
                    continue;
                }
                // As if white were to move: the numbers know no colour.
                BoardPosition position = new BoardPosition(key / 4913, key / 289 % 17, key / 17 % 17, key % 17, 0, 0);
                LAST[id] = position.whiteKingPosition == 0;
                STARTS[id] = used;
                for (MoveDescription move : position.movesOf(0)) {
                    links[used++] = link(position.whiteKingPosition == 0, position.doMove(move));
                }
            }
            STARTS[count] = used;
            LINKS = java.util.Arrays.copyOf(links, used);
        }

        private static boolean isLive(int key) {
            int king = key / 4913, rook = key / 289 % 17, theirKing = key / 17 % 17;
            return theirKing != 0 && (king != 0 || rook != 0) && new BoardPosition(king, rook, theirKing, key % 17, 0, 0).isValidBoard();
        }

        /** A position after white's move: the number it has for black, or the outcome for white. */
        private static int link(boolean wasLast, BoardPosition next) {
            if (wasLast) {
                return ~(next.blackKingPosition == 0 ? TIE : LOSS);
            }
            if (next.blackKingPosition == 0 && next.blackRookPosition == 0) {
                return ~WIN;
            }
            return IDS[key(next)];
        }

        /** The place of a position in {@link #IDS}, as its mover sees it. */
        static int key(BoardPosition p) {
            return (p.numMovesPlayed & 1) == 0
                    ? ((p.whiteKingPosition * 17 + p.whiteRookPosition) * 17 + p.blackKingPosition) * 17 + p.blackRookPosition
                    : ((p.blackKingPosition * 17 + p.blackRookPosition) * 17 + p.whiteKingPosition) * 17 + p.whiteRookPosition;
        }

        static byte[][][] solve(int maxNumMoves, int[] own, int[] other) {
            byte[][][] values = new byte[2][maxNumMoves + 1][LAST.length];
            for (int id = 0; id < LAST.length; id++) {
                // No move is left. A king that has just fallen stays unanswered.
                values[0][0][id] = (byte) (LAST[id] ? LOSS : DRAW);
                values[1][0][id] = (byte) (LAST[id] ? WIN : DRAW);
            }
            for (int left = 1; left <= maxNumMoves; left++) {
                step(values[0][left], values[1][left - 1], own, false);
                step(values[1][left], values[0][left - 1], other, true);
            }
            return values;
        }

        private static void step(byte[] now, byte[] next, int[] utility, boolean flip) {
            for (int id = 0; id < now.length; id++) {
                int best = -1;
                for (int i = STARTS[id]; i < STARTS[id + 1]; i++) {
                    int link = LINKS[i];
                    int outcome = link >= 0 ? next[link] : flip ? flipped(~link) : ~link;
                    if (best < 0 || utility[outcome] > utility[best]) {
                        best = outcome;
                    }
                }
                now[id] = (byte) best;
            }
        }

        private static int flipped(int outcome) {
            return outcome == WIN ? LOSS : outcome == LOSS ? WIN : outcome;
        }

        /** The outcome, in the reasoner's eyes, that a move leads to. */
        static int after(BoardPosition position, MoveDescription move, int who, int left, byte[][][] values) {
            boolean white = (position.numMovesPlayed & 1) == 0;
            boolean wasLast = (white ? position.whiteKingPosition : position.blackKingPosition) == 0;
            BoardPosition next = position.doMove(move);
            boolean taken = (white ? next.blackKingPosition : next.whiteKingPosition) == 0;
            boolean bare = (white ? next.blackRookPosition : next.whiteRookPosition) == 0;
            int outcome;
            if (wasLast) {
                outcome = taken ? TIE : LOSS;
            } else if (taken && bare) {
                outcome = WIN;
            } else {
                return values[1 - who][left - 1][IDS[key(next)]];
            }
            return who == 0 ? outcome : flipped(outcome);
        }
    }
}
