import APIModel
import SwiftEmitter

/// Writes declarations with the names of an old version, which call what has other names now: deprecated, so that the compiler
/// offers the new names.
struct ShimWriter {
  private let comparison: SurfaceComparison
  private let access: String
  private(set) var shims: [Shim] = []

  private var pairs: SurfacePairs { comparison.pairs }

  init(_ comparison: SurfaceComparison) {
    self.comparison = comparison
    access = comparison.new.access == .internal ? "" : comparison.new.access.rawValue + " "
    for type in comparison.old.types {
      guard let other = pairs.counterpart(of: type) else { continue }
      addAlias(of: type, other)
      guard type.kind == other.kind || type.kind.isEnumeration && other.kind.isEnumeration else { continue }
      let matches = SurfacePairs.members(type, other)
      for (member, match) in matches { addShim(for: member, match, in: type, other) }
    }
  }

  // MARK: Types

  private mutating func addAlias(of type: SurfaceType, _ other: SurfaceType) {
    let outer = type.path.dropLast().joined(separator: ".")
    let place = outer.isEmpty ? [] : [pairs.newNames[outer] ?? outer]
    guard let last = type.path.last, ![.constraints, .document].contains(type.kind) else { return }
    let name = (place + [last]).joined(separator: ".")
    guard name != other.name, pairs.newTypes[name] == nil else { return }
    let alias =
      "\(renamed(other.path.last ?? other.name))\n\(access)typealias \(SurfaceText.escaped(last)) = \(other.name)"
    add(place.first.map { Self.extended($0, with: alias) } ?? alias, named: name, [])
  }

  // MARK: Members

  private mutating func addShim(
    for member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    switch (member.kind, match.kind) {
    case (.property, .property): addProperty(for: member, match, in: type, other)
    case (.constant, .constant), (.enumerationCase, .enumerationCase), (.constant, .enumerationCase),
      (.enumerationCase, .constant):
      addValue(for: member, match, other)
    case (.initializer, .initializer), (.method, .method), (.function, .function):
      addCalls(for: member, match, in: type, other)
    default: break
    }
  }

  private mutating func addProperty(
    for member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    // A projected value can't be declared.
    guard isRenamed(member, match, in: other), !member.name.hasPrefix("$"), let result = match.type else {
      return
    }
    let value = SurfaceText.escaped(match.name)
    let body =
      match.isThrowing
      ? "{ get throws { try \(value) } }"
      : match.isMutable ? "{\n  get { \(value) }\n  set { \(value) = newValue }\n}" : "{ \(value) }"
    let text =
      "\(renamed(match.name))\n\(access)var \(SurfaceText.escaped(member.name)): \(result.text) \(body)"
    // A group is a property of the type around it.
    let owner = type.kind == .group ? match.owner.joined(separator: ".") : other.name
    add(
      Self.extended(owner, isClient: type.kind == .group, with: text), named: "\(owner).\(member.name)",
      [result])
  }

  private mutating func addValue(for member: SurfaceMember, _ match: SurfaceMember, _ other: SurfaceType) {
    guard isRenamed(member, match, in: other), match.parameters.isEmpty else { return }
    let name = SurfaceText.escaped(member.name)
    let value = SurfaceText.escaped(match.name)
    var text = "\(renamed(match.name))\n\(access)static "
    if match.kind == .enumerationCase, let payload = match.type {
      text += "func \(name)(_ value: \(payload.text)) -> Self { .\(value)(value) }"
    } else {
      text +=
        "var \(name): \(match.kind == .enumerationCase ? "Self" : match.type?.text ?? "Self") { .\(value) }"
    }
    add(
      Self.extended(other.name, with: text), named: "\(other.name).\(member.name)",
      [match.type].compactMap(\.self))
  }

  /// Whether a member has another name, and the old one is free.
  private func isRenamed(_ member: SurfaceMember, _ match: SurfaceMember, in other: SurfaceType) -> Bool {
    member.name != match.name && pairs.areSame(member.type, match.type)
      && !other.members.contains { $0.name == member.name }
  }

  // MARK: Calls

  private mutating func addCalls(
    for member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard let call = RenamedCall(member, match, pairs) else { return }
    let isMoved =
      !member.owner.isEmpty
      && pairs.newNames[member.owner.joined(separator: ".")] != match.owner.joined(separator: ".")
    let isRenamed = member.name != match.name || isMoved
    // Where only labels have changed, each shim needs one of the old ones, so that no call fits two.
    let labels = call.parameters.indices.filter { call.parameters[$0].old != call.parameters[$0].new.name }
    guard isRenamed || !labels.isEmpty else { return }
    let owner = match.receiver.isEmpty ? other.name : pairs.newNames[member.owner.joined(separator: ".")]
    guard let owner else { return }
    for shim in isRenamed
      ? [call.declaration(required: nil)] : labels.map({ call.declaration(required: $0, of: labels) })
    {
      let head = Head(member: member, match: match, owner: owner, access: access, isMoved: isMoved)
      add(
        Self.extended(
          owner, isClient: !match.receiver.isEmpty || other.kind == .client, with: head.text(shim)),
        named: "\(owner).\(member.name)",
        call.parameters.map(\.new.type) + [match.type].compactMap(\.self))
    }
  }

  // MARK: Text

  private func renamed(_ name: String) -> String { "@available(*, deprecated, renamed: \"\(name)\")" }

  /// - Parameter isClient: Whether it is the client or a group, whose methods are isolated like the target.
  private static func extended(_ type: String, isClient: Bool = false, with text: String) -> String {
    let lines = text.split(separator: "\n").map { "  \($0)\n" }
    return "\(isClient ? "" : "nonisolated ")extension \(type) {\n\(lines.joined())}"
  }

  private mutating func add(_ text: String, named name: String, _ types: [SwiftType]) {
    shims.append(Shim(name: name, text: text, types: types))
  }
}

/// A call whose name or labels have changed, and nothing else that an app has to give.
struct RenamedCall {
  var parameters: [(old: String, new: SurfaceParameter)] = []

  /// Nil if the old call can't be made of the new one.
  init?(_ member: SurfaceMember, _ match: SurfaceMember, _ pairs: SurfacePairs) {
    let matches = SurfacePairs.match(member.parameters, match.parameters, by: [{ $0.identity }, { $0.name }])
    guard matches.count == member.parameters.count, pairs.areSame(member.type, match.type) else { return nil }
    for (parameter, replacement) in matches {
      guard
        pairs.areSame(parameter.type, replacement.type)
          || pairs.areSame(.optional(parameter.type), replacement.type),
        !parameter.hasDefault || replacement.hasDefault
      else { return nil }
      parameters.append((parameter.name, replacement))
    }
    let known = Set(matches.map(\.1.identity))
    guard match.parameters.allSatisfy({ $0.hasDefault || known.contains($0.identity) }) else { return nil }
    let order = match.parameters.map(\.identity).filter(known.contains)
    guard order == matches.map(\.1.identity) else { return nil }
  }

  struct Declaration {
    /// What is declared, and what is passed on.
    var parameters: [String]
    var arguments: [String]
    var labels: [String]
  }

  /// The parameters of a declaration with old labels.
  ///
  /// - Parameters:
  ///   - required: A parameter that can't be left out although it has a default.
  ///   - labels: The parameters with other labels; those before the required one have none.
  func declaration(required: Int?, of labels: [Int] = []) -> Declaration {
    var result = Declaration(parameters: [], arguments: [], labels: [])
    for (position, parameter) in parameters.enumerated() {
      if let required, labels.contains(position), position < required, parameter.new.hasDefault { continue }
      let name = SurfaceText.escaped(parameter.old)
      // Other defaults than nil aren't known here.
      let hasDefault = parameter.new.hasDefault && position != required && parameter.new.type.isOptional
      result.parameters.append("\(name): \(parameter.new.type.text)\(hasDefault ? " = nil" : "")")
      result.arguments.append("\(SurfaceText.label(parameter.new.name)): \(name)")
      result.labels.append(parameter.new.name)
    }
    return result
  }
}

/// What comes before the parameters of a shim, and after them.
private struct Head {
  let member: SurfaceMember
  let match: SurfaceMember
  let owner: String
  let access: String
  let isMoved: Bool

  func text(_ call: RenamedCall.Declaration) -> String {
    let parameters = call.parameters.joined(separator: ", ")
    let arguments = call.arguments.joined(separator: ", ")
    let labels = call.labels.map { "\($0):" }.joined()
    let renamed = "@available(*, deprecated, renamed: \"\(match.name)(\(labels))\")"
    let name = SurfaceText.escaped(member.name)
    let new = SurfaceText.escaped(match.name)
    switch member.kind {
    case .initializer:
      return "\(renamed)\n\(access)init(\(parameters)) {\n  self.init(\(arguments))\n}"
    case .function:
      return "\(renamed)\n\(access)static func \(name)(\(parameters)) -> Self { .\(new)(\(arguments)) }"
    default:
      if match.receiver.isEmpty {
        return "\(renamed)\n\(access)func \(name)(\(parameters)) -> Self { \(new)(\(arguments)) }"
      }
      let path = (match.receiver + [match.name]).map(SurfaceText.escaped).joined(separator: ".")
      let attribute = isMoved ? "@available(*, deprecated, message: \"Use `\(path)`.\")" : renamed
      let result = match.type.map { " -> \($0.text)" } ?? ""
      // A group has the client; the client has the groups.
      let callee =
        member.receiver.count > 1 ? path : path.split(separator: ".").dropFirst().joined(separator: ".")
      let value = isMoved ? callee : new
      return
        "\(attribute)\n\(access)func \(name)(\(parameters)) async throws\(result) {\n  try await \(value)(\(arguments))\n}"
    }
  }
}

extension SurfaceType.Kind {
  /// Whether it is made of values.
  fileprivate var isEnumeration: Bool { self == .openEnumeration || self == .closedEnumeration }
}

extension SwiftType {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { text.hasSuffix("?") } }
}
