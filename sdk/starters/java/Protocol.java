import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The referee's lines: one JSON object each, without blanks. You need not change this file; docs/protocol.md explains it. */
final class Protocol {
    /** What plays a game. */
    interface Player {
        /** Your turn: the action, as JSON. */
        String act(String seen);
    }

    /** Answers the referee until it has no more to say. {@code begin} makes a player from the message that starts a game. */
    static void serve(Function<String, Player> begin) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // what you print is shown to you, and never taken for an answer
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Player player = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String start = get(line, "start");
            String turn = get(line, "turn");
            if (!get(line, "hello").isEmpty()) {
                say(answers, "{\"ready\":{}}");
            } else if (!start.isEmpty()) {
                player = begin.apply(start);
            } else if (!turn.isEmpty()) {
                say(answers, "{\"nonce\":" + get(turn, "nonce") + ",\"action\":" + player.act(get(turn, "observation")) + "}");
            }
        }
    }

    private static void say(PrintStream answers, String line) {
        answers.print(line + "\n");
        answers.flush();
    }

    /** The value of a key of an object, as its JSON text; empty if there is none. */
    static String get(String object, String key) {
        int depth = 0;
        for (int i = 0; i < object.length(); i++) {
            char c = object.charAt(i);
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == '"') {
                int end = stringEnd(object, i);
                boolean isKey = depth == 1 && end + 1 < object.length() && object.charAt(end + 1) == ':';
                if (isKey && object.substring(i + 1, end).equals(key)) {
                    return firstValue(object, end + 2);
                }
                i = end;
            }
        }
        return "";
    }

    /** A string without its quotes. */
    static String text(String json) {
        return json.length() < 2 ? "" : json.substring(1, json.length() - 1);
    }

    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    /** All whole numbers in a piece of JSON, from left to right. */
    static List<Long> numbers(String json) {
        List<Long> all = new ArrayList<>();
        for (Matcher found = NUMBER.matcher(json); found.find(); ) {
            all.add(Long.parseLong(found.group()));
        }
        return all;
    }

    private static String firstValue(String json, int start) {
        int depth = 0;
        int i = start;
        for (; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                i = stringEnd(json, i);
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && depth-- == 0) {
                break;
            } else if (c == ',' && depth == 0) {
                break;
            }
        }
        return json.substring(start, i);
    }

    /** Where the string that opens at {@code start} closes. */
    private static int stringEnd(String json, int start) {
        int i = start + 1;
        while (i < json.length() && json.charAt(i) != '"') {
            i += json.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, json.length() - 1);
    }

    private Protocol() {}
}
