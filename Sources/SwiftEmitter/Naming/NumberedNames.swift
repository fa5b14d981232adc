/// Names of which none may stand twice, and whose owners can't be asked for others: the later gets a number.
struct NumberedNames {
  private var taken: Set<String>
  /// The last number tried, by the name without it.
  private var numbers: [String: Int] = [:]
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - taken: names that are no longer free.
  ///   - ignoringCase: whether names that differ in case only are the same, as those of files are.
  init(avoiding taken: some Sequence<String> = [], ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    self.taken = Set(taken.map { ignoringCase ? $0.lowercased() : $0 })
  }

  /// Takes a name if it is free.
  mutating func takeIfFree(_ name: String) -> Bool { taken.insert(key(name)).inserted }

  /// Takes a name, with a number from 2 on where it isn't free.
  mutating func take(_ name: String) -> String {
    if takeIfFree(name) { return name }
    var number = numbers[key(name)] ?? 1
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name)\(number)"
    } while !takeIfFree(numbered)
    numbers[key(name)] = number
    return numbered
  }

  private func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }
}
