// A chicken to start from: it lays where it can, else steps at random.
// Standard output belongs to the protocol: std::cerr is shown to you.
#include "protocol.hpp"
#include <algorithm>
#include <cstdlib>

struct Square {
    long long x, y;
    bool operator==(const Square& other) const { return x == other.x && y == other.y; }
};

struct Step {
    std::string dir, drop;
    Square to;
};

static std::vector<Square> squares(const std::string& json) {
    std::vector<Square> all;
    std::vector<long long> flat = numbers(json);
    for (size_t i = 0; i + 1 < flat.size(); i += 2) all.push_back({flat[i], flat[i + 1]});
    return all;
}

static bool contains(const std::vector<Square>& all, Square one) { return std::find(all.begin(), all.end(), one) != all.end(); }

static long long distance(Square a, Square b) { return std::llabs(a.x - b.x) + std::llabs(a.y - b.y); }

class Bot {
    Dice dice;

public:
    // A game begins: `start` has `seat`, `brief` (the settings) and `seed` (for your own dice).
    explicit Bot(const std::string& start) : dice(numbers(get(start, "seed"))[0]) {}

    std::string act(const std::string& seen) {
        std::vector<Step> steps = legal(get(seen, "me"), get(seen, "enemy")), eggs;
        std::vector<Square> found = squares(get(seen, "found"));
        for (const Step& step : steps)
            if (step.drop == "egg" && !contains(found, step.to)) eggs.push_back(step);
        const Step& step = dice.pick(eggs.empty() ? steps : eggs);
        return "{\"dir\":\"" + step.dir + "\",\"drop\":\"" + step.drop + "\"}";
    }

private:
    static std::vector<Step> legal(const std::string& me, const std::string& enemy) {
        Square at = squares(get(me, "at"))[0], foe = squares(get(enemy, "at"))[0];
        std::vector<Square> their_eggs = squares(get(enemy, "eggs")), their_turds = squares(get(enemy, "turds"));
        bool taken = contains(squares(get(me, "eggs")), at) || contains(squares(get(me, "turds")), at) || contains(their_eggs, at) ||
                     contains(their_turds, at);
        bool own_colour = (at.x + at.y) % 2 == (text(get(me, "colour")) == "black");
        bool can_drop = numbers(get(me, "turds_left"))[0] > 0 && distance(at, foe) > 1;
        const std::vector<Step> ways = {{"up", "", {0, -1}}, {"right", "", {1, 0}}, {"down", "", {0, 1}}, {"left", "", {-1, 0}}};
        std::vector<Step> steps;
        for (const Step& way : ways) {
            Square to = {at.x + way.to.x, at.y + way.to.y};
            bool open = to.x >= 0 && to.x < 8 && to.y >= 0 && to.y < 8 && !(to == foe) && !contains(their_eggs, to);
            for (const Square& turd : their_turds) open = open && distance(turd, to) > 1;
            if (!open) continue;
            steps.push_back({way.dir, "plain", to});
            if (own_colour && !taken) steps.push_back({way.dir, "egg", to});
            if (can_drop && !taken) steps.push_back({way.dir, "turd", to});
        }
        return steps;
    }
};

int main() { serve<Bot>(); }
