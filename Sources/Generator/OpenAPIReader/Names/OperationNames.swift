import APIModel

/// Names of operations: those of the document, or those that a Swift developer would choose.
struct OperationNames {
  /// All paths of the document: a path with and one without a last parameter may need different names.
  let paths: Set<String>
  /// The meaningless prefix that all operation ids share; empty if there is none.
  let beginning: String
  /// Whether a tool made operation ids of method and path. Otherwise, an id that consists of the same words was chosen by
  /// the author: `getRates` for GET /rates.
  let hasDerivedIDs: Bool

  /// - Parameters:
  ///   - paths: All paths of the document.
  ///   - operations: Its operations, with an empty id for none.
  init(paths: Set<String>, operations: [(id: String, method: String, path: String)] = []) {
    self.paths = paths
    beginning = Self.beginning(of: operations.map(\.id), paths)
    hasDerivedIDs = Self.areDerived(operations.filter { !$0.id.isEmpty })
  }

  private static func areDerived(_ operations: [(id: String, method: String, path: String)]) -> Bool {
    let made = operations.filter { isMadeOfPath($0.id, methodFirst: true, $0.method, $0.path) }
    // Nobody writes `getCustomersCustomer`, but anybody writes `getRates`.
    if made.contains(where: { withoutVersion($0.path).contains(where: isParameter) }) { return true }
    return made.count == operations.count && made.allSatisfy { $0.id.first?.isUppercase == true }
  }

  /// Names of an operation, the best first. If all are taken, the first needs a number.
  ///
  /// - Parameters:
  ///   - id: its `operationId`.
  ///   - method: the method in lower case.
  ///   - path: the path with parameters in braces.
  ///   - group: the operation's group, which the name needn't repeat.
  func names(id: String?, method: String, path: String, group: String? = nil) -> [String] {
    let made = name(method: method, path: path)
    if let id, !beginning.isEmpty, id.hasPrefix(beginning) {
      let rest = String(id.dropFirst(beginning.count))
      return Self.verbs.contains(Self.plain(rest)) ? [made] : [rest, made]
    }
    guard let id, id.unicodeScalars.contains(where: { $0.properties.isAlphabetic }),
      !(hasDerivedIDs && Self.isMadeOfPath(id, methodFirst: true, method, path))
    else { return [made] }
    if let words = Self.words(ofOneWord: id, method, path) { return [words, made] }
    if let function = Self.function(in: id, method: method, path: path) ?? Self.handler(in: id, path: path) {
      return Self.verbs.contains(Self.plain(function)) ? [made] : [function, made]
    }
    if let rest = group.flatMap({ Self.rest(of: id, after: $0) }) { return [rest] }
    return [Self.isMadeOfPath(id, methodFirst: false, method, path) ? made : id]
  }

  /// Names of functions that say less than method and path.
  private static let verbs: Set<String> = [
    "add", "all", "create", "delete", "destroy", "edit", "endpoint", "fetch", "find", "get", "handle",
    "handler", "index",
    "list", "main", "new", "one", "patch", "post", "put", "read", "remove", "replace", "retrieve", "root",
    "save", "show", "store", "update", "view",
  ]

  /// `main_` for `main_list_books`, `main_get_book` and others: django-ninja writes the module of a function before its name.
  ///
  /// A word of a path, or a verb, says something.
  private static func beginning(of ids: [String], _ paths: Set<String>) -> String {
    guard ids.count >= fewestWithBeginning, var shared = ids.first?[...] else { return "" }
    for id in ids { shared = shared.prefix(zip(shared, id).prefix { $0 == $1 }.count) }
    guard let end = shared.lastIndex(of: "_") else { return "" }
    let beginning = String(shared[...end])
    let words = beginning.split(separator: "_").map { $0.lowercased() }
    let nouns = Set(
      paths.flatMap { $0.split { !$0.isLetter } }.flatMap {
        [plain(String($0)), EnglishNouns.singular(plain(String($0)))]
      })
    let saysNothing = words.allSatisfy { word in
      !actions.contains(word) && !nouns.contains(word) && !nouns.contains(EnglishNouns.singular(word))
    }
    let rests = ids.map { $0.dropFirst(beginning.count) }
    guard !words.isEmpty, saysNothing, rests.allSatisfy({ $0.first?.isLetter == true }),
      Set(rests.map { plain(String($0)) }).count == ids.count
    else { return "" }
    return beginning
  }

  private static let actions = verbs.subtracting([
    "all", "endpoint", "handler", "index", "main", "new", "one", "root", "view",
  ]).union(["count", "download", "is", "search", "send", "set", "upload"])

  /// With fewer operations, a common beginning is an accident.
  private static let fewestWithBeginning = 4

  /// `retrieve_model` from `retrieve_model_v1_models__model_id__get`: FastAPI appends path and method to the name of a
  /// function.
  private static func function(in id: String, method: String, path: String) -> String? {
    let suffix = plain(path) + plain(method)
    guard plain(id).hasSuffix(suffix), let start = startOfWord(id, beforeLast: suffix) else { return nil }
    var rest = id[..<start]
    while rest.last == "_" { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  /// `GetBook` from `BooksBookIdGetBook`: Litestar writes the parts of the path before the name of a function, each with a capital.
  private static func handler(in id: String, path: String) -> String? {
    let parts = path.split(separator: "/").map { part in
      let word = part.filter { $0 != "{" && $0 != "}" }.split(separator: "_").map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }
      return word.joined()
    }
    let beginning = parts.joined()
    guard !beginning.isEmpty, id.hasPrefix(beginning), let first = id.dropFirst(beginning.count).first,
      first.isUppercase, id.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return String(id.dropFirst(beginning.count))
  }

  /// Where the letters and digits of a suffix begin, if a word begins there: `get` in `readGet` and `read_get`, but not in
  /// `widget`.
  private static func startOfWord(_ id: String, beforeLast suffix: String) -> String.Index? {
    var rest = Substring(id)
    var missing = suffix.unicodeScalars.count
    while missing > 0, let last = rest.popLast() { missing -= plain(String(last)).unicodeScalars.count }
    let word = id[rest.endIndex...]
    guard let before = rest.last, before.isLetter, let first = word.first, first.isLetter else {
      return rest.endIndex
    }
    let isAfterCapitals = before.isUppercase && word.dropFirst().first?.isLowercase != true
    return first.isUppercase && !isAfterCapitals ? rest.endIndex : nil
  }

  /// `list-for-org` from `repos/list-for-org` in the group `repos`, and `findOne` from `ReposController_findOne`.
  private static func rest(of id: String, after group: String) -> String? {
    let group = plain(group)
    for end in id.indices where "/._-:".contains(id[end]) {
      guard [group, group + "controller"].contains(plain(String(id[..<end]))) else { continue }
      let rest = String(id[id.index(after: end)...])
      return rest.unicodeScalars.contains { $0.properties.isAlphabetic } ? rest : nil
    }
    return nil
  }

  /// `get-spend_limit` from `Getspendlimit` for GET /spend_limit: the id has the words of the path, but doesn't tell them apart.
  private static func words(ofOneWord id: String, _ method: String, _ path: String) -> String? {
    guard id.dropFirst().allSatisfy({ $0.isLowercase || $0.isNumber }) else { return nil }
    let words = joined([method], withoutVersion(path).map { $0.filter { !"{}".contains($0) } })
    return plain(words) == plain(id) ? words : nil
  }

  /// Whether a tool derived the id from method and path: `GetCustomersCustomer` or `customersCustomerGet` for
  /// GET /v1/customers/{customer}.
  private static func isMadeOfPath(_ id: String, methodFirst: Bool, _ method: String, _ path: String) -> Bool
  {
    let letters = plain(id)
    let method = plain(method)
    var parts = path.split(separator: "/").map { plain(String($0)) }
    while true {
      let joined = parts.joined()
      if letters == (methodFirst ? method + joined : joined + method) {
        return methodFirst || startOfWord(id, beforeLast: method) != nil
      }
      guard let first = parts.first, isVersion(first) else { return false }
      parts.removeFirst()
    }
  }

  /// The letters and digits, in lower case.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    )
    .lowercased()
  }

  /// The parts of a path, without a version at its beginning.
  private static func withoutVersion(_ path: String) -> [String] {
    var parts = path.split(separator: "/").map(String.init)
    while let first = parts.first, isVersion(first.lowercased()), parts.count > 1 { parts.removeFirst() }
    return parts
  }

  private static func isVersion(_ part: String) -> Bool {
    part.hasPrefix("v") && part.count > 1 && part.dropFirst().allSatisfy(\.isNumber) || part == "api"
  }

  /// `listCustomers`, `getCustomer`, `createCustomer`, `updateCustomer`, `deleteCustomer`, `captureCharge`.
  func name(method: String, path: String) -> String {
    let parts = Self.withoutVersion(path)
    guard let last = parts.last else { return method }
    // A noun before a parameter means one of many.
    var nouns: [String] = []
    for (position, part) in parts.enumerated() where !Self.isParameter(part) {
      let isOne = position + 1 < parts.count && Self.isParameter(parts[position + 1])
      nouns.append(isOne ? EnglishNouns.singular(part) : part)
    }
    let isOne = Self.isParameter(last)
    let followsOne = parts.count > 1 && Self.isParameter(parts[parts.count - 2])
    let isMany = !isOne && EnglishNouns.singular(last) != last
    // `/f` and `/f/{id}`: the singular tells plurals apart, but not these.
    if isOne, let noun = parts.dropLast().last, EnglishNouns.singular(noun) == noun,
      paths.contains(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    {
      nouns += ["by", last.filter { !"{}".contains($0) }]
    }
    switch method {
    case "get": return Self.joined([isMany ? "list" : "get"], nouns)
    case "post" where isOne: return Self.joined(["update"], nouns)
    case "post" where isMany: return Self.joined(["create"], nouns.dropLast() + [EnglishNouns.singular(last)])
    case "post" where followsOne: return Self.joined([last], Array(nouns.dropLast()))
    case "put": return Self.joined(["replace"], nouns)
    case "patch": return Self.joined(["update"], nouns)
    default: return Self.joined([method], nouns)
    }
  }

  private static func joined(_ verb: [String], _ nouns: [String]) -> String {
    (verb + nouns).joined(separator: "-")
  }

  private static func isParameter(_ part: String) -> Bool { part.contains("{") }
}
