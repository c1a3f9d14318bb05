import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A bot for Barnyard in plain Java: legal random moves in any game that lists them. Build: javac Bot.java */
public class Bot {
    public static void main(String[] args) throws IOException {
        Random dice = new Random();
        BufferedReader referee = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // The referee writes one JSON object a line, without spaces between words: a bot this small needs no JSON library.
        for (String line; (line = referee.readLine()) != null; ) {
            if (line.startsWith("{\"hello\":")) {
                say("{\"ready\":{}}"); // it waits for this before anything else
            } else if (line.startsWith("{\"start\":")) {
                dice = new Random(Long.parseUnsignedLong(numberAfter(line, "\"seed\":"))); // the same seed gives the same game
            } else if (line.startsWith("{\"turn\":")) {
                List<String> choices = legal(line);
                String choice = choices.get(dice.nextInt(choices.size())); // <- your idea goes here
                say("{\"nonce\":" + numberAfter(line, "\"nonce\":") + ",\"action\":" + choice + "}"); // the nonce names the question
            }
            // `series` and `over` need no answer. When the input ends, so do we.
        }
    }

    /** Standard output is for the referee alone. Use System.err to talk to people. */
    static void say(String line) {
        System.out.print(line + "\n");
        System.out.flush();
    }

    /** The digits that follow a key, as in "nonce":90342. */
    static String numberAfter(String line, String key) {
        int start = line.indexOf(key) + key.length(), end = start;
        while (end < line.length() && Character.isDigit(line.charAt(end))) end++;
        return line.substring(start, end);
    }

    /** The legal actions, each as the text to answer with: split at the commas that stand in no bracket and no brace. */
    static List<String> legal(String line) {
        List<String> found = new ArrayList<>();
        int start = line.lastIndexOf("\"legal\":[") + 9, depth = 0;
        for (int i = start; depth >= 0; i++) {
            char c = line.charAt(i);
            if (c == '[' || c == '{') depth++;
            if (c == ']' || c == '}') depth--; // below zero: the end of the list
            if (depth < 0 || (c == ',' && depth == 0)) {
                found.add(line.substring(start, i));
                start = i + 1;
            }
        }
        return found;
    }
}
