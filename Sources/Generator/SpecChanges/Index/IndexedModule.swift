/// The declarations of a module as an index store calls them: types by their mangled names, with which those of their members
/// begin.
///
/// Mangled names contain the types of parameters and results, so they can't be made from specs. Those of types are read from the
/// units of the module itself, and members are then known by the type and their name with its labels.
struct IndexedModule {
  let name: String
  /// When each of its files was compiled, in nanoseconds since 1970.
  let files: [String: Int64]
  /// The names of types from the top of the module, by their mangled names.
  private(set) var types: [String: String] = [:]
  /// The names of its types and their members.
  private(set) var declarations: Set<String> = []
  private var known: [String: String] = [:]
  /// The prefixes of the mangled names of the module's declarations.
  let prefixes: [String]

  init(_ name: String, _ units: [IndexStore.Unit], in store: IndexStore) throws(IndexFailure) {
    self.name = name
    files = Dictionary(units.map { ($0.file, $0.time) }, uniquingKeysWith: max)
    var names: [String: String] = [:]
    var members: [IndexStore.Occurrence] = []
    for record in Set(units.flatMap(\.records)).sorted() {
      for occurrence in try store.occurrences(in: record, of: ["s:"])
      where occurrence.roles.contains(.definition) {
        if Self.typeKinds.contains(occurrence.kind) {
          names[occurrence.usr] = occurrence.name
        } else {
          members.append(occurrence)
        }
      }
    }
    // Shorter names come first, so that a type is known before those nested in it.
    for usr in names.keys.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let outer = Self.outer(of: usr, in: types)
      types[usr] = (outer.map { $0 + "." } ?? "") + (names[usr] ?? "")
    }
    declarations = Set(types.values)
    prefixes = Self.commonPrefix(of: Array(types.keys)).map { [$0, "c:@M@\(name)"] } ?? []
    declarations.formUnion(members.compactMap(member))
  }

  /// An enumeration, structure, class or protocol, or another name for a type.
  private static let typeKinds: Set<UInt32> = [5, 6, 7, 8, 11]

  /// What an occurrence is of, such as `Item.title` or `Client.item(id:detail:)`; empty for the module, nil for what isn't one of
  /// its public declarations.
  mutating func declaration(_ occurrence: IndexStore.Occurrence) -> String? {
    if let name = known[occurrence.usr] { return name.isEmpty ? nil : name }
    if occurrence.usr == "c:@M@\(name)" { return "" }
    let name = types[occurrence.usr] ?? member(occurrence)
    known[occurrence.usr] = name ?? ""
    return name
  }

  private func member(_ occurrence: IndexStore.Occurrence) -> String? {
    // Getters and setters have the same place as their property.
    guard !["getter:", "setter:"].contains(where: occurrence.name.hasPrefix),
      let outer = Self.outer(of: occurrence.usr, in: types)
    else { return nil }
    return "\(outer).\(occurrence.name.replacing("`", with: ""))"
  }

  /// The innermost type around a declaration: the type with the longest mangled name that the declaration's name begins with.
  private static func outer(of usr: String, in types: [String: String]) -> String? {
    var end = usr.utf8.endIndex
    while end > usr.utf8.startIndex {
      end = usr.utf8.index(before: end)
      // Names of nominal types end in one of these.
      let last = end == usr.utf8.startIndex ? 0 : usr.utf8[usr.utf8.index(before: end)]
      guard [UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"), UInt8(ascii: "P")].contains(last),
        let name = types[String(usr[..<end])]
      else { continue }
      return name
    }
    return nil
  }

  private static func commonPrefix(of names: [String]) -> String? {
    guard let first = names.min(), let last = names.max() else { return nil }
    let common = zip(first, last).prefix { $0 == $1 }.map { String($0.0) }.joined()
    return common
  }
}
