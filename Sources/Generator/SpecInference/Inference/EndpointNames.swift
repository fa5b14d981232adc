import Foundation
import TrafficEvidence

/// Names of endpoints, of their files and of the types that their responses have.
package struct EndpointNames {
  package struct Name: Hashable, Sendable {
    package var endpoint: String
    package var file: String
    /// Relative to the base path.
    package var path: String
    /// The names of the path's parameters.
    package var variables: [String]
    /// The type of the response, and that of an element if it is a list or a map.
    package var type: String
    var elementType: String
    /// What several responses below a path may have in common: the `Analyte` of `analytes/iron`.
    var ownerType: String?
    var bodyType: String
  }

  package let basePath: Int
  private var taken: Set<String>

  /// - Parameter taken: Names that endpoints can't have.
  package init(basePath: Int, taken: Set<String> = []) { (self.basePath, self.taken) = (basePath, taken) }

  /// Words that say nothing about what an endpoint is about.
  private static let general: Set<String> = [
    "list", "info", "get", "search", "all", "index", "detail", "details", "show", "find", "query", "items",
    "data", "me",
    "stats", "summary", "status", "count", "latest", "top", "by", "new", "types", "history",
  ]

  package mutating func name(of endpoint: FoundEndpoint) -> Name {
    let segments = Array(endpoint.segments.dropFirst(basePath))
    let words = segments.compactMap { segment in
      switch segment {
      case .word(let word), .verb(let word): Words.split(Self.withoutAccents(word))
      case .variable: nil
      }
    }
    .filter { !$0.isEmpty }
    let (path, variables) = path(segments, endpoint)
    if let call = endpoint.call, !Words.split(call.method).isEmpty {
      return name(
        of: call,
        Name(
          endpoint: "", file: Self.file(words.first), path: path, variables: variables, type: "",
          elementType: "", bodyType: ""), endpoint)
    }
    let last = words.last ?? ["root"]
    let isGeneral = words.count > 1 && last.allSatisfy { Self.general.contains($0) }
    let subject = isGeneral ? words.suffix(2).flatMap { $0 } : last
    let isOne = endpoint.endsInVariable
    let singular = Words.singular(subject)
    let base = name(endpoint, words: words, isOne: isOne)
    var endpointName = Words.member(base)
    if endpointName.isEmpty { endpointName = "endpoint" }
    endpointName = free(endpointName, endpoint, words)
    let element =
      isGeneral && last != ["me"] && last != ["search"] && last != ["all"]
      ? subject + (last == ["list"] ? ["item"] : [])
      : isGeneral && (last == ["search"] || last == ["all"])
        ? Words.singular(Array(words.suffix(2)[words.count - 2])) : singular
    return Name(
      endpoint: endpointName, file: Self.file(words.first), path: path, variables: variables,
      type: Words.type(isOne || endpoint.method != "GET" ? singular : subject),
      elementType: Words.type(element),
      ownerType: words.count > 1 ? Words.type(Words.singular(words[words.count - 2])) : nil,
      bodyType: Words.type(Words.split(endpointName) + ["body"]))
  }

  /// A call is named after its method.
  private mutating func name(of call: RPCCall, _ place: Name, _ endpoint: FoundEndpoint) -> Name {
    let words = Words.split(call.method)
    var name = place
    name.endpoint = free(Words.member(words), endpoint, [words])
    name.type = RPCRule.type(words)
    name.elementType = RPCRule.type(Words.singular(words))
    name.ownerType = Words.type(words + ["result"])
    name.bodyType = Words.type(Words.split(name.endpoint) + ["body"])
    return name
  }

  private func name(_ endpoint: FoundEndpoint, words: [[String]], isOne: Bool) -> [String] {
    let last = words.last ?? ["root"]
    // `/users/{id}/orders` is about the orders of a user.
    let before = words.dropLast().last.map { Words.singular($0) } ?? []
    let isDeep = words.count > 1
    let isPlural = Words.isPlural(last.last ?? "")
    let noun = (isDeep ? before : []) + last
    let one = (isDeep ? before : []) + Words.singular(last)
    // `/users/{id}:block` says what is done.
    if case .verb? = endpoint.segments.last { return last + before }
    switch endpoint.method {
    case "POST": return isOne ? ["update"] + one : isPlural ? ["create"] + one : noun
    case "PUT": return isOne || !isPlural ? ["replace"] + one : ["replace"] + noun
    case "PATCH": return isOne || !isPlural ? ["update"] + one : ["update"] + noun
    case "DELETE": return isOne || !isPlural ? ["delete"] + one : ["delete"] + noun
    default: return isOne ? one : noun
    }
  }

  private mutating func free(_ name: String, _ endpoint: FoundEndpoint, _ words: [[String]]) -> String {
    if taken.insert(Words.folded(name)).inserted { return name }
    let long = Words.member(
      words.flatMap { $0 } + (endpoint.method == "GET" ? [] : [endpoint.method.lowercased()]))
    if !long.isEmpty, taken.insert(Words.folded(long)).inserted { return long }
    let method = Words.member([endpoint.method.lowercased()] + words.flatMap { $0 })
    var (result, number) = (method, 1)
    while !taken.insert(Words.folded(result)).inserted {
      number += 1
      result = "\(method)\(number)"
    }
    return result
  }

  /// The path with names for its parameters.
  private func path(_ segments: [FoundEndpoint.Segment], _ endpoint: FoundEndpoint) -> (String, [String]) {
    var parts: [String] = []
    var names: [String] = []
    for (place, segment) in segments.enumerated() {
      switch segment {
      case .word(let word): parts.append(Self.escaped(word))
      case .variable(let index):
        let kind = endpoint.variables[index].kind
        var before: [String] = []
        if place > 0, case .word(let word) = segments[place - 1] {
          before = Words.singular(Words.split(word))
        }
        var name = kind == .secret ? "token" : kind == .date ? "date" : "id"
        if name == "id", endpoint.variables.count > 1, !before.isEmpty {
          name = before.joined(separator: "_") + "_id"
        }
        let base = name
        var number = 1
        while names.contains(name) || endpoint.operation.hasParameter(named: name) {
          number += 1
          name = "\(base)\(number)"
        }
        names.append(name)
        parts.append("{\(name)}\(Self.escaped(endpoint.variables[index].ending))")
      case .verb(let verb): parts.append((parts.popLast() ?? "") + verb)
      }
    }
    // Parameters in the base path would need names, too; there are none.
    return (parts.joined(separator: "/"), names)
  }

  package static func escaped(_ word: String) -> String {
    var result = ""
    for byte in word.utf8 {
      if byte.isWordByte || "-.~:@!$'()*,;=".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// The word with plain letters, of which names are made: `menu` for `menü`.
  private static func withoutAccents(_ word: String) -> String {
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
    var result = String.UnicodeScalarView()
    for scalar in word.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.canonicalCombiningClass == .notReordered { result.append(scalar) }
    return String(result)
  }

  private static func file(_ words: [String]?) -> String {
    let name = (words ?? []).joined(separator: "-")
    let reserved: Set<String> = ["", "module", "common", "envelope"]
    return reserved.contains(name) ? (name.isEmpty ? "root" : "\(name)-endpoints") : String(name.prefix(60))
  }
}
