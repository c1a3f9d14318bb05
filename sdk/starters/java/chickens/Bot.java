import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A chicken to start from: it lays where it can, else steps at random. */
final class Bot implements Protocol.Player {
    private static final String[] DIRS = {"up", "right", "down", "left"};
    private static final int[][] WAYS = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    private final Random dice;

    /** A game begins: {@code start} has "seat", "brief" (the settings) and "seed" (for your own dice). */
    Bot(String start) {
        dice = new Random(Protocol.numbers(Protocol.get(start, "seed")).get(0));
    }

    @Override
    public String act(String seen) {
        String me = Protocol.get(seen, "me");
        String enemy = Protocol.get(seen, "enemy");
        int at = squares(Protocol.get(me, "at")).get(0);
        int foe = squares(Protocol.get(enemy, "at")).get(0);
        List<Integer> theirEggs = squares(Protocol.get(enemy, "eggs"));
        List<Integer> theirTurds = squares(Protocol.get(enemy, "turds"));
        List<Integer> found = squares(Protocol.get(seen, "found"));
        List<Integer> own = squares(Protocol.get(me, "eggs"));
        own.addAll(squares(Protocol.get(me, "turds")));
        boolean taken = own.contains(at) || theirEggs.contains(at) || theirTurds.contains(at);
        boolean black = Protocol.text(Protocol.get(me, "colour")).equals("black");
        boolean ownColour = (at % 8 + at / 8) % 2 == (black ? 1 : 0);
        boolean canDrop = Protocol.numbers(Protocol.get(me, "turds_left")).get(0) > 0 && distance(at, foe) > 1;
        List<String> steps = new ArrayList<>();
        List<String> eggs = new ArrayList<>();
        for (int way = 0; way < 4; way++) {
            int x = at % 8 + WAYS[way][0];
            int y = at / 8 + WAYS[way][1];
            int to = 8 * y + x;
            if (x < 0 || x > 7 || y < 0 || y > 7 || to == foe || theirEggs.contains(to)
                    || theirTurds.stream().anyMatch(turd -> distance(turd, to) <= 1)) {
                continue;
            }
            steps.add(step(DIRS[way], "plain"));
            if (ownColour && !taken) {
                (found.contains(to) ? steps : eggs).add(step(DIRS[way], "egg"));
            }
            if (canDrop && !taken) {
                steps.add(step(DIRS[way], "turd"));
            }
        }
        List<String> best = eggs.isEmpty() ? steps : eggs;
        return best.get(dice.nextInt(best.size()));
    }

    private static String step(String dir, String drop) {
        return "{\"dir\":\"" + dir + "\",\"drop\":\"" + drop + "\"}";
    }

    /** Squares as 8 y + x. */
    private static List<Integer> squares(String json) {
        List<Long> flat = Protocol.numbers(json);
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            all.add((int) (8 * flat.get(i + 1) + flat.get(i)));
        }
        return all;
    }

    private static int distance(int a, int b) {
        return Math.abs(a % 8 - b % 8) + Math.abs(a / 8 - b / 8);
    }

    public static void main(String[] words) throws java.io.IOException {
        Protocol.serve(Bot::new);
    }
}
