// A bot for Microchess to start from: it takes the king if it can, else moves at random.
// Standard output belongs to the protocol: std::cerr is shown to you.
#include "protocol.hpp"

struct Move {
    char piece;
    int x, y;
};

class Bot {
    Dice dice;

public:
    // A game begins: `start` has `seat`, `brief` (the settings) and `seed` (for your own dice).
    explicit Bot(const std::string& start) : dice(numbers(get(start, "seed"))[0]) {}

    // A piece, a column and a row: "K22".
    std::string act(const std::string& seen) {
        std::string board = text(get(seen, "board"));
        bool white = text(get(seen, "you")) == "white";
        std::vector<Move> moves = legal(board, white), kills;
        for (const Move& move : moves)
            if (at(board, move.x, move.y) == (white ? 'k' : 'K')) kills.push_back(move);
        const Move& move = dice.pick(kills.empty() ? moves : kills);
        return std::string("\"") + move.piece + std::to_string(move.x) + std::to_string(move.y) + "\"";
    }

private:
    // Columns and rows count from 1; the text has row 4 first: "..R./...r/Kk../....".
    static char at(const std::string& board, int x, int y) { return board[(4 - y) * 5 + x - 1]; }

    static bool own(char piece, bool white) { return piece != '.' && (std::isupper(static_cast<unsigned char>(piece)) != 0) == white; }

    // All moves. Without its king a side has one last move with its rook.
    static std::vector<Move> legal(const std::string& board, bool white) {
        static const int ways[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
        std::vector<Move> moves;
        for (int y = 1; y <= 4; y++)
            for (int x = 1; x <= 4; x++) {
                if (!own(at(board, x, y), white)) continue;
                char piece = static_cast<char>(std::toupper(static_cast<unsigned char>(at(board, x, y))));
                for (int way = 0; way < (piece == 'K' ? 8 : 4); way++)
                    for (int far = 1; far <= (piece == 'K' ? 1 : 3); far++) {
                        int to_x = x + ways[way][0] * far, to_y = y + ways[way][1] * far;
                        if (to_x < 1 || to_x > 4 || to_y < 1 || to_y > 4 || own(at(board, to_x, to_y), white)) break;
                        moves.push_back({piece, to_x, to_y});
                        if (at(board, to_x, to_y) != '.') break;
                    }
            }
        return moves;
    }
};

int main() { serve<Bot>(); }
