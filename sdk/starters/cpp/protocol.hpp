// The referee's lines: one JSON object each, without blanks. You need not change this file; docs/protocol.md explains it.
#pragma once
#include <cctype>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

// Where the string that opens at `start` closes.
inline size_t string_end(const std::string& json, size_t start) {
    size_t i = start + 1;
    while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2 : 1;
    return i < json.size() ? i : json.size() - 1;
}

inline std::string first_value(const std::string& json, size_t start) {
    int depth = 0;
    size_t i = start;
    for (; i < json.size(); i++) {
        char c = json[i];
        if (c == '"') i = string_end(json, i);
        else if (c == '{' || c == '[') depth++;
        else if ((c == '}' || c == ']') && depth-- == 0) break;
        else if (c == ',' && depth == 0) break;
    }
    return json.substr(start, i - start);
}

// The value of a key of an object, as its JSON text; empty if there is none.
inline std::string get(const std::string& object, const std::string& key) {
    int depth = 0;
    for (size_t i = 0; i < object.size(); i++) {
        char c = object[i];
        if (c == '{' || c == '[') depth++;
        else if (c == '}' || c == ']') depth--;
        else if (c == '"') {
            size_t end = string_end(object, i);
            bool is_key = depth == 1 && end + 1 < object.size() && object[end + 1] == ':';
            if (is_key && object.compare(i + 1, end - i - 1, key) == 0) return first_value(object, end + 2);
            i = end;
        }
    }
    return "";
}

// A string without its quotes.
inline std::string text(const std::string& json) { return json.size() < 2 ? "" : json.substr(1, json.size() - 2); }

// All whole numbers in a piece of JSON, from left to right.
inline std::vector<long long> numbers(const std::string& json) {
    std::vector<long long> all;
    for (size_t i = 0; i < json.size();) {
        bool digit = std::isdigit(static_cast<unsigned char>(json[i]));
        if (!digit && json[i] != '-') { i++; continue; }
        size_t used = 0;
        all.push_back(std::stoll(json.substr(i), &used));
        i += used;
    }
    return all;
}

// Dice that fall the same way for the same seed.
class Dice {
    uint64_t state;

public:
    explicit Dice(long long seed) : state(static_cast<uint64_t>(seed) * 0x9e3779b97f4a7c15ull | 1) {}

    // One of the choices, all as likely.
    template <class T> const T& pick(const std::vector<T>& choices) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return choices[(state >> 11) % choices.size()];
    }
};

// Answers the referee until it has no more to say. `Bot(start)` begins a game, `act(observation)` is the action, as JSON.
template <class Bot> void serve() {
    std::unique_ptr<Bot> bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string start = get(line, "start"), turn = get(line, "turn");
        if (!get(line, "hello").empty()) std::cout << "{\"ready\":{}}" << std::endl;
        else if (!start.empty()) bot = std::make_unique<Bot>(start);
        else if (!turn.empty())
            std::cout << "{\"nonce\":" << get(turn, "nonce") << ",\"action\":" << bot->act(get(turn, "observation")) << "}" << std::endl;
    }
}
