import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a team for the referee: the protocol on private streams, the team's own prints on standard error.
 *
 * <p>{@code java -cp SDK:TEAM BarnyardHost TeamExample memory_limit=100 ...}; {@code docs/protocol.md} has the messages.
 */
final class BarnyardHost {
    /** Lines of a stack trace that a report shows. */
    private static final int SHOWN_FRAMES = 12;
    /** Long enough for the compiler to see what a game asks of the host. */
    private static final int REHEARSALS = 3000;
    private static final long LONGEST_REHEARSAL = 60_000_000;

    private final String team;
    private final Requests requests;
    private final OutputStream answers;
    private final Text out = new Text();
    private Class<?> teamClass;
    private int maxNumMoves = 30;
    private Player player;
    /** Why there is no player, if there is none. */
    private Fault absent;
    private boolean inSeries;
    /** Whether the player was made in the middle of a game, of which it was not told yet. */
    private boolean fresh;

    private BarnyardHost(String team, InputStream requests, OutputStream answers) {
        this.team = team;
        this.requests = new Requests(requests);
        this.answers = answers;
    }

    public static void main(String[] words) throws IOException {
        InputStream requests = new FileInputStream(FileDescriptor.in);
        OutputStream answers = new FileOutputStream(FileDescriptor.out);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            Parameters.set(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        try {
            new BarnyardHost(words[0], requests, answers).serve();
        } finally {
            // A team may have left threads behind.
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    private void serve() throws IOException {
        for (Json line = requests.next(); line != null; line = requests.next()) {
            if (answer(line)) {
                answers.write(out.bytes, 0, out.length);
            }
            if (player == null && absent == null && teamClass != null) {
                makePlayer();
            }
        }
    }

    /** Does what a message asks. Whether there is an answer, now in {@link #out}. */
    private boolean answer(Json line) {
        out.clear();
        Json message = line.only();
        try {
            switch (line.onlyKey()) {
                case "hello":
                    hello(message);
                    out.add("{\"ready\":{\"acknowledges\":true}}\n");
                    return true;
                case "series":
                    series();
                    break;
                case "start":
                    start(message);
                    break;
                case "turn":
                    turn(message);
                    return true;
                case "over":
                    over(message);
                    return false;
                default:
                    return false;
            }
            out.add("{\"nonce\":").add(message.number("nonce")).add("}\n");
        } catch (Fault fault) {
            if (line.onlyKey().equals("over")) {
                System.err.println(fault.detail == null ? fault.getMessage() : fault.getMessage() + "\n" + fault.detail);
                return false;
            }
            out.clear();
            out.add("{\"error\":{\"kind\":\"").add(fault.kind).add("\",\"why\":").quote(fault.getMessage());
            if (fault.detail != null && !fault.detail.isEmpty()) {
                out.add(",\"detail\":").quote(fault.detail);
            }
            out.add("}");
            if (message.has("nonce")) {
                out.add(",\"nonce\":").add(message.number("nonce"));
            }
            out.add("}\n");
        }
        return true;
    }

    private void hello(Json message) throws Fault {
        maxNumMoves = (int) message.at("config").number("game_length");
        Parameters.set("game_length", Integer.toString(maxNumMoves));
        rehearse();
        try {
            teamClass = Class.forName(team);
        } catch (ClassNotFoundException error) {
            throw absent = new Fault("startup", "there is no class " + team);
        } catch (Throwable error) {
            throw absent = blame("startup", error);
        }
        if (!Player.class.isAssignableFrom(teamClass)) {
            teamClass = null;
            throw absent = new Fault("startup", team + " does not extend Player");
        }
        makePlayer();
        if (player == null) {
            throw absent;
        }
    }

    /** A new instance; one that cannot be made leaves the reason in {@link #absent}. */
    private void makePlayer() {
        absent = null;
        try {
            Constructor<?> constructor = teamClass.getDeclaredConstructor(int.class);
            constructor.setAccessible(true);
            player = (Player) constructor.newInstance(maxNumMoves);
            // The new one has seen nothing of the series that its predecessor was in.
            if (inSeries) {
                player.prepareForSeries();
            }
        } catch (NoSuchMethodException error) {
            absent = new Fault("startup", team + " has no constructor " + team + "(int maxNumMoves)");
        } catch (InvocationTargetException error) {
            absent = blame("startup", error.getCause());
        } catch (Throwable error) {
            absent = blame("startup", error);
        }
        if (absent != null) {
            player = null;
        }
    }

    private void series() throws Fault {
        inSeries = false;
        revive();
        inSeries = true;
        try {
            player.prepareForSeries();
        } catch (Throwable error) {
            throw dismissed(error);
        }
    }

    private void start(Json message) throws Fault {
        revive();
        try {
            refresh(player, message);
            player.prepareForMatch();
        } catch (Throwable error) {
            throw dismissed(error);
        }
        fresh = false;
    }

    private void turn(Json message) throws Fault {
        if (player == null) {
            throw absent;
        }
        String piece = null;
        int column = 0, row = 0;
        boolean moved;
        try {
            if (fresh) {
                refresh(player, message);
                player.prepareForMatch();
                fresh = false;
            }
            refresh(player, message);
            MoveDescription move = player.chooseMove();
            moved = move != null;
            if (moved) {
                piece = move.getPieceToMove();
                column = move.getDestinationColumn();
                row = move.getDestinationRow();
            }
        } catch (Throwable error) {
            throw dismissed(error);
        }
        if (!moved) {
            throw new Fault("illegal", "chooseMove returned null");
        }
        boolean king = "king".equals(piece);
        if (!king && !"rook".equals(piece)) {
            throw new Fault("illegal", "(" + piece + ", " + column + ", " + row + "): a piece is \"king\" or \"rook\"");
        }
        if (column < 1 || column > 4 || row < 1 || row > 4) {
            throw new Fault("illegal", "(" + piece + ", " + column + ", " + row + "): columns and rows are 1 to 4");
        }
        out.add("{\"nonce\":").add(message.number("nonce")).add(",\"action\":\"");
        out.add(king ? "K" : "R").add(column).add(row).add("\"}\n");
    }

    private void over(Json message) throws Fault {
        fresh = false;
        if (player == null) {
            return;
        }
        try {
            refresh(player, message);
            player.receiveMatchOutcome(outcome(message));
        } catch (Throwable error) {
            throw dismissed(error);
        }
    }

    /** 1 win, 2 loss, 3 tie, 4 draw, from the payoff. */
    private static int outcome(Json message) {
        int payoff = (int) message.at("payoffs").item((int) message.number("seat")).number();
        return payoff == 3 ? 1 : payoff == 0 ? 2 : payoff == 2 ? 3 : 4;
    }

    private void revive() throws Fault {
        if (player == null && teamClass != null) {
            makePlayer();
        }
        if (player == null) {
            throw absent;
        }
    }

    /** What the player threw; it is not asked again: another one takes its place. */
    private Fault dismissed(Throwable error) {
        player = null;
        fresh = true;
        return blame("crash", error);
    }

    private static void refresh(Player player, Json message) {
        Json seen = message.at("observation");
        Colour mine = Colour.fromInt((int) message.number("seat"));
        player.update(Board.parse(seen.text("board")), mine, (int) seen.number("played"));
    }

    /** A fault in the referee's words, with the team's own lines of the stack. */
    private Fault blame(String kind, Throwable error) {
        if (error instanceof ExceptionInInitializerError && error.getCause() != null) {
            error = error.getCause();
        }
        StringBuilder lines = new StringBuilder();
        String place = "";
        int shown = 0;
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getClassName().equals("BarnyardHost") || frame.getClassName().contains(".") || shown == SHOWN_FRAMES) {
                continue;
            }
            if (shown == 0) {
                place = " (" + frame.getFileName() + ", line " + frame.getLineNumber() + ")";
            }
            lines.append(shown++ == 0 ? "" : "\n").append(frame.getFileName()).append(", line ").append(frame.getLineNumber());
            lines.append(", in ").append(frame.getMethodName());
        }
        String name = error.getClass().getSimpleName();
        if (error instanceof OutOfMemoryError) {
            return new Fault("memory", name + ": " + Parameters.MEMORY_LIMIT + " MB of heap are granted" + place, lines.toString());
        }
        String message;
        try {
            message = error.getMessage();
        } catch (Throwable silly) {
            message = null;
        }
        return new Fault(kind, name + (message == null ? "" : ": " + message) + place, lines.toString());
    }

    /** Walks the way of a game often enough for the compiler to notice, so that no team pays for a cold host. */
    private void rehearse() throws Fault {
        byte[] line = ("{\"turn\":{\"nonce\":4503599627370497,\"number\":1,\"seat\":0,\"left_ms\":300.0,\"clocks_ms\":null,"
                + "\"observation\":{\"board\":\"..R./...r/Kk../....\",\"you\":\"white\",\"to_move\":\"white\",\"played\":0,\"left\":30,"
                + "\"over\":false}}}").getBytes(StandardCharsets.UTF_8);
        long ends = System.nanoTime() + LONGEST_REHEARSAL;
        player = new Understudy();
        for (int i = 0; i < REHEARSALS && System.nanoTime() < ends; i++) {
            answer(new Json(line, line.length));
        }
        out.clear();
        out.quote("a \"word\"\n");
        blame("crash", new IllegalStateException("rehearsal"));
        out.clear();
        player = null;
    }

    private static final class Understudy extends Player {
        @Override
        public MoveDescription chooseMove() {
            ArrayList<MoveDescription> moves = getAllPossibleMoves();
            return toBoardPosition().doMove(moves.get(0)).numMovesPlayed == 1 ? moves.get(moves.size() - 1) : null;
        }
    }

    /** What the team did wrong, in the referee's words. */
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1;
        final String kind;
        final String detail;

        Fault(String kind, String why) {
            this(kind, why, null);
        }

        Fault(String kind, String why, String detail) {
            super(why, null, false, false);
            this.kind = kind;
            this.detail = detail;
        }
    }

    /** Lines from the referee. */
    private static final class Requests {
        private final InputStream in;
        private byte[] bytes = new byte[8 << 10];
        private int start, end;

        Requests(InputStream in) {
            this.in = in;
        }

        /** The next line, or null at the end. */
        Json next() throws IOException {
            int searched = start;
            while (true) {
                for (; searched < end; searched++) {
                    if (bytes[searched] == '\n') {
                        byte[] line = java.util.Arrays.copyOfRange(bytes, start, searched);
                        start = searched + 1;
                        return new Json(line, line.length);
                    }
                }
                if (start > 0) {
                    System.arraycopy(bytes, start, bytes, 0, end - start);
                    end -= start;
                    searched -= start;
                    start = 0;
                }
                if (end == bytes.length) {
                    bytes = java.util.Arrays.copyOf(bytes, 2 * end);
                }
                int read = in.read(bytes, end, bytes.length - end);
                if (read < 0) {
                    return null;
                }
                end += read;
            }
        }
    }

    /** A value of JSON. The referee writes it, so that it is well made. */
    private static final class Json {
        private final Object value;

        private Json(Object value) {
            this.value = value;
        }

        Json(byte[] bytes, int length) {
            value = new Reader(bytes, length).value();
        }

        private Map<?, ?> map() {
            return (Map<?, ?>) value;
        }

        String onlyKey() {
            return (String) map().keySet().iterator().next();
        }

        Json only() {
            return new Json(map().values().iterator().next());
        }

        boolean has(String key) {
            return map().containsKey(key);
        }

        Json at(String key) {
            return new Json(map().get(key));
        }

        Json item(int index) {
            return new Json(((List<?>) value).get(index));
        }

        long number() {
            return ((Number) value).longValue();
        }

        long number(String key) {
            return ((Number) map().get(key)).longValue();
        }

        String text(String key) {
            return (String) map().get(key);
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private final int length;
        private int at;

        Reader(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }

        Object value() {
            byte first = peek();
            switch (first) {
                case '{': {
                    Map<String, Object> map = new HashMap<String, Object>();
                    at++;
                    while (peek() != '}') {
                        String key = string();
                        peek();
                        at++;
                        map.put(key, value());
                        if (peek() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<Object>();
                    at++;
                    while (peek() != ']') {
                        list.add(value());
                        if (peek() == ',') {
                            at++;
                        }
                    }
                    at++;
                    return list;
                }
                case '"':
                    return string();
                case 't':
                    at += 4;
                    return Boolean.TRUE;
                case 'f':
                    at += 5;
                    return Boolean.FALSE;
                case 'n':
                    at += 4;
                    return null;
                default:
                    return number();
            }
        }

        private byte peek() {
            while (bytes[at] == ' ') {
                at++;
            }
            return bytes[at];
        }

        private Number number() {
            int start = at;
            long whole = 0;
            boolean plain = true;
            for (; at < length; at++) {
                byte digit = bytes[at];
                if (digit >= '0' && digit <= '9') {
                    whole = 10 * whole + digit - '0';
                } else if (digit == '-' || digit == '+' || digit == '.' || digit == 'e' || digit == 'E') {
                    plain = false;
                } else {
                    break;
                }
            }
            // Seeds fill all 64 bits; nobody reads them here.
            return plain ? (Number) Long.valueOf(whole) : (Number) Double.valueOf(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
        }

        private String string() {
            int start = ++at;
            while (bytes[at] != '"' && bytes[at] != '\\') {
                at++;
            }
            if (bytes[at] == '"') {
                return new String(bytes, start, at++ - start, StandardCharsets.UTF_8);
            }
            StringBuilder text = new StringBuilder(new String(bytes, start, at - start, StandardCharsets.UTF_8));
            while (bytes[at] != '"') {
                if (bytes[at] == '\\') {
                    at++;
                    int escape = "bfnrt".indexOf(bytes[at]);
                    if (bytes[at] == 'u') {
                        text.append((char) Integer.parseInt(new String(bytes, at + 1, 4, StandardCharsets.US_ASCII), 16));
                        at += 4;
                    } else {
                        text.append(escape < 0 ? (char) bytes[at] : "\b\f\n\r\t".charAt(escape));
                    }
                    at++;
                } else {
                    start = at;
                    while (bytes[at] != '"' && bytes[at] != '\\') {
                        at++;
                    }
                    text.append(new String(bytes, start, at - start, StandardCharsets.UTF_8));
                }
            }
            at++;
            return text.toString();
        }
    }

    /** An answer while it is written. */
    private static final class Text {
        byte[] bytes = new byte[256];
        int length;

        void clear() {
            length = 0;
        }

        private void put(byte value) {
            if (length == bytes.length) {
                bytes = java.util.Arrays.copyOf(bytes, 2 * length);
            }
            bytes[length++] = value;
        }

        Text add(String ascii) {
            for (int i = 0; i < ascii.length(); i++) {
                put((byte) ascii.charAt(i));
            }
            return this;
        }

        Text add(long number) {
            if (number >= 10) {
                add(number / 10);
            }
            put((byte) ('0' + number % 10));
            return this;
        }

        /** A string of JSON, cut to a decent length. */
        Text quote(String text) {
            put((byte) '"');
            for (int i = 0; i < text.length() && i < 4000; i++) {
                char letter = text.charAt(i);
                if (letter == '"' || letter == '\\') {
                    put((byte) '\\');
                    put((byte) letter);
                } else if (letter >= ' ' && letter < 127) {
                    put((byte) letter);
                } else {
                    add("\\u");
                    for (int shift = 12; shift >= 0; shift -= 4) {
                        put((byte) "0123456789abcdef".charAt(letter >> shift & 15));
                    }
                }
            }
            put((byte) '"');
            return this;
        }
    }
}
