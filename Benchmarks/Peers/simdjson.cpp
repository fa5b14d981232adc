// Parsing by simdjson: `simdjson OPERATION DOCUMENT FILE` prints the fewest seconds of several runs. Into its tree, which
// is less than typed values: nothing is looked up, no string of a user's made.

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <iostream>

int main(int count, char **arguments) {
  if (count < 4) return 2;
  auto text = simdjson::padded_string::load(arguments[3]).value();
  simdjson::dom::parser parser;
  const size_t times = std::max<size_t>(1, 200000 / text.size());
  double best = 1e9;
  const auto begin = std::chrono::steady_clock::now();
  for (int runs = 0; runs < 200; runs++) {
    const auto start = std::chrono::steady_clock::now();
    if (runs >= 3 && start - begin > std::chrono::seconds(1)) break;
    for (size_t i = 0; i < times; i++) {
      simdjson::dom::element root;
      if (parser.parse(text).get(root)) return 1;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / times);
  }
  std::cout << best << "\n";
}
