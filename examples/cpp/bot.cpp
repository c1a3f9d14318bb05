// A bot for Barnyard in plain C++: legal random moves in any game that lists them. Build: g++ -O2 -o bot bot.cpp
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The digits that follow a key, as in "nonce":90342.
std::string number_after(const std::string& line, const std::string& key) {
    size_t start = line.find(key) + key.size();
    return line.substr(start, line.find_first_not_of("0123456789", start) - start);
}

// The legal actions, each as the text to answer with: split at the commas that stand in no bracket and no brace.
std::vector<std::string> legal(const std::string& line) {
    std::vector<std::string> found;
    size_t start = line.rfind("\"legal\":[") + 9;
    int depth = 0;
    for (size_t i = start; depth >= 0 && i < line.size(); i++) {
        char c = line[i];
        if (c == '[' || c == '{') depth++;
        if (c == ']' || c == '}') depth--;  // below zero: the end of the list
        if (depth < 0 || (c == ',' && depth == 0)) {
            found.push_back(line.substr(start, i - start));
            start = i + 1;
        }
    }
    return found;
}

// Standard output is for the referee alone. Use std::cerr to talk to people.
void say(const std::string& line) {
    std::cout << line << std::endl;  // endl also flushes: an answer in a buffer comes too late
}

int main() {
    std::mt19937_64 dice;
    std::string line;
    // The referee writes one JSON object a line, without spaces between words: a bot this small needs no JSON library.
    while (std::getline(std::cin, line)) {
        if (line.rfind("{\"hello\":", 0) == 0) {
            say("{\"ready\":{}}");  // it waits for this before anything else
        } else if (line.rfind("{\"start\":", 0) == 0) {
            dice.seed(std::stoull(number_after(line, "\"seed\":")));  // the same seed gives the same game
        } else if (line.rfind("{\"turn\":", 0) == 0) {
            std::vector<std::string> choices = legal(line);
            std::string choice = choices[dice() % choices.size()];  // <- your idea goes here
            say("{\"nonce\":" + number_after(line, "\"nonce\":") + ",\"action\":" + choice + "}");  // the nonce names the question
        }
        // `series` and `over` need no answer. When the input ends, so do we.
    }
}
