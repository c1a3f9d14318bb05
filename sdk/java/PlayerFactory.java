import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Teams by name. */
public final class PlayerFactory {
    private static final Map<String, Function<Integer, Player>> MAKERS = new LinkedHashMap<String, Function<Integer, Player>>();

    private PlayerFactory() {}

    public static void registerPlayer(String id, Function<Integer, Player> maker) {
        MAKERS.put(id, maker);
    }

    /** A new player of a registered team. */
    public static Player createPlayer(String id, int maxNumMoves) {
        Function<Integer, Player> maker = MAKERS.get(id);
        if (maker == null) {
            throw new IllegalArgumentException("no player is registered as " + id);
        }
        Player player = maker.apply(maxNumMoves);
        player.setName(id);
        return player;
    }

    public static Set<String> getRegisteredPlayers() {
        return MAKERS.keySet();
    }
}
