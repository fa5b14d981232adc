import APIModel

/// Names without what springdoc and springfox add to them.
///
/// Their ids are unique in a document: the function `list` of a second controller is `list_1`. In the client, functions only
/// need to differ within a group. Their tags are the names of classes, such as `book-controller`.
struct ControllerNames {
  /// An operation of the document.
  struct Operation {
    /// The first of its tags, if that becomes a group.
    var tag: String?
    var id: String
  }

  private struct Place: Hashable {
    var group: String
    var function: String

    init(_ tag: String?, _ function: String) {
      group = OperationNames.plain(tag ?? "")
      self.function = OperationNames.plain(function)
    }
  }

  /// The ids of numbered operations without their numbers.
  private var functions: [String: String] = [:]
  /// Tags with a shorter name.
  private var groups: [String: String] = [:]

  init() {}

  /// - Parameters:
  ///   - operations: all operations of the document.
  ///   - schemas: the names of its schemas.
  ///   - tags: the tags that the document describes, and whether it has other words for them.
  init(_ operations: [Operation], schemas: [String], tags: [String: Bool]) {
    let ids = Set(operations.map(\.id))
    let bases = operations.map { Self.withoutNumber($0.id, among: ids) ?? $0.id }
    var counts: [Place: Int] = [:]
    for (operation, base) in zip(operations, bases) { counts[Place(operation.tag, base), default: 0] += 1 }
    for (operation, base) in zip(operations, bases) where operation.id != base {
      if counts[Place(operation.tag, base)] == 1 { functions[operation.id] = base }
    }
    nameGroups(operations, bases, schemas, tags)
  }

  /// The id that an operation would have if others of other groups had no such function.
  func function(_ id: String) -> String? { functions[id] }

  /// The name of a tag's group.
  func group(_ tag: String) -> String { groups[tag] ?? tag }

  private mutating func nameGroups(
    _ operations: [Operation], _ functions: [String], _ schemas: [String], _ described: [String: Bool]
  ) {
    let tags = Set(operations.compactMap(\.tag))
    var stems: [String: String] = [:]
    for tag in tags where described[tag] != true { stems[tag] = Self.stem(of: tag) }
    guard !stems.isEmpty else { return }
    // What else is called so: groups, functions of the client, and types of the client's.
    var taken = Set(tags.union(described.keys).map(OperationNames.plain))
    taken.formUnion(unusableClientNames.map(OperationNames.plain))
    for (operation, function) in zip(operations, functions) where operation.tag == nil {
      taken.insert(OperationNames.plain(function))
    }
    var counts: [String: Int] = [:]
    for stem in stems.values { counts[OperationNames.plain(stem), default: 0] += 1 }
    let types = Set(schemas.map(OperationNames.plain))
    for (operation, function) in zip(operations, functions) {
      guard let tag = operation.tag, let stem = stems[tag] else { continue }
      let request = OperationNames.plain(stem + function)
      if types.contains(request + "request") || types.contains(request) && request.hasSuffix("request") {
        stems[tag] = nil
      }
    }
    var spellings: [String: Int] = [:]
    for tag in tags.union(described.keys) { spellings[OperationNames.plain(tag), default: 0] += 1 }
    for (tag, stem) in stems {
      let plain = OperationNames.plain(stem)
      let isFree = counts[plain] == 1 && !taken.contains(plain) && !types.contains(plain + "endpoints")
      if isFree, spellings[OperationNames.plain(tag)] == 1 { groups[tag] = stem }
    }
  }

  /// `list` for `list_1` and `list_1_2`, if another operation is called so; nil for other ids.
  private static func withoutNumber(_ id: String, among ids: Set<String>) -> String? {
    // Each number costs a copy of what is before it.
    guard id.utf8.count <= 200 else { return nil }
    var found: String?
    var rest = id[...]
    while let underscore = rest.lastIndex(of: "_"), underscore != rest.startIndex {
      let digits = rest[rest.index(after: underscore)...]
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { break }
      rest = rest[..<underscore]
      if ids.contains(String(rest)) { found = String(rest) }
    }
    return found
  }

  /// `book` for `book-controller`, `BookController`, `Book Controller` and `book-rest-controller`; nil for other tags.
  private static func stem(of tag: String) -> String? {
    var stem = tag
    for (words, isNeeded) in [(["controller", "Controller"], true), (["rest", "Rest"], false)] {
      let shorter = words.lazy.compactMap { word -> String? in
        guard stem.hasSuffix(word) else { return nil }
        var rest = stem.dropLast(word.count)
        let isWord = word.first?.isUppercase == true && rest.last?.isLetter == true
        guard isWord || rest.last.map({ "-_ ".contains($0) }) == true else { return nil }
        while let last = rest.last, "-_ ".contains(last) { rest.removeLast() }
        return rest.contains { $0.isLetter } ? String(rest) : nil
      }.first
      if let shorter { stem = shorter } else if isNeeded { return nil }
    }
    return stem
  }
}
