/// Unique names. Of two equal ones, the later gets a number, because their owners can't be changed.
package struct NumberedNames {
  private var taken: Set<String>
  /// The last number that was tried, by the name without it.
  private var numbers: [String: Int] = [:]
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - taken: names that aren't available.
  ///   - ignoringCase: whether names that differ only in case are equal, as for files.
  package init(avoiding taken: some Sequence<String> = [], ignoringCase: Bool = false) {
    ignoresCase = ignoringCase
    self.taken = Set(taken.map { ignoringCase ? $0.lowercased() : $0 })
  }

  /// Claims a name if it is free.
  package mutating func takeIfFree(_ name: String) -> Bool { taken.insert(key(name)).inserted }

  /// Claims a name, with a number from 2 on if it isn't free: `name2`, `_12_2`.
  package mutating func take(_ name: String) -> String {
    if takeIfFree(name) { return name }
    var number = numbers[key(name)] ?? 1
    let separator = name.last?.isNumber == true ? "_" : ""
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name)\(separator)\(number)"
    } while !takeIfFree(numbered)
    numbers[key(name)] = number
    return numbered
  }

  private func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }
}
