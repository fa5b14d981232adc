import APIModel
import SwiftEmitter

/// Writes declarations with the names of an old version, which call what has other names now: deprecated, so that the compiler
/// offers the new names.
struct ShimWriter {
  private let comparison: SurfaceComparison
  private let access: String
  private var names: DeclaredNames
  /// The new names of groups whose endpoints are all elsewhere now, by their old ones.
  private var keptGroups: [String: String] = [:]
  private(set) var shims: [Shim] = []

  private var pairs: SurfacePairs { comparison.pairs }

  init(_ comparison: SurfaceComparison) {
    self.comparison = comparison
    names = DeclaredNames(comparison.new)
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
    let place = outer.isEmpty ? nil : pairs.newNames[outer]
    guard outer.isEmpty || place != nil, let last = type.path.last,
      ![.constraints, .document].contains(type.kind)
    else { return }
    let name = [place, last].compactMap(\.self).joined(separator: ".")
    guard name != other.name, pairs.newTypes[name] == nil, let target = written(other, in: place, as: last)
    else { return }
    let isNear = other.path.dropLast().joined(separator: ".") == place ?? ""
    let attribute =
      isNear
      ? renamed(other.path.last ?? other.name)
      : "@available(*, deprecated, message: \"Use `\(other.name)`.\")"
    // Within its type, the name of the alias is what generated code calls the type.
    let isUsed = place != nil && other.path == [last]
    let alias =
      (isUsed ? "" : attribute + "\n") + "\(access)typealias \(SurfaceText.escaped(last)) = \(target)"
    add(place.map { Self.extended($0, with: alias) } ?? alias, named: name, [])
  }

  /// How an alias writes the type that it is for; nil if Swift can't say it there, or if it would hide another type.
  private func written(_ type: SurfaceType, in place: String?, as name: String) -> String? {
    guard let place, let first = type.path.first else { return type.name }
    var outer = place.split(separator: ".").map(String.init)
    while outer.popLast() != nil {
      let hidden = (outer + [name]).joined(separator: ".")
      if hidden != type.name, pairs.newTypes[hidden] != nil { return nil }
    }
    func isNested(_ name: String) -> Bool { pairs.newTypes["\(place).\(name)"] != nil }
    // Within its type, the name of an alias is the alias itself.
    guard first == name || isNested(first) else { return type.name }
    let module = comparison.new.module.text
    guard module != name, !isNested(module) else { return nil }
    return "\(module).\(type.name)"
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
    if type.kind == .group { return addGroup(for: member, match) }
    // A projected value can't be declared.
    guard !member.name.hasPrefix("$"), let result = match.type, isRenamed(member, match, in: other.name)
    else { return }
    let value = SurfaceText.escaped(match.name)
    let body =
      match.isThrowing
      ? "{ get throws { try \(value) } }"
      : match.isMutable ? "{\n  get { \(value) }\n  set { \(value) = newValue }\n}" : "{ \(value) }"
    let text =
      "\(renamed(match.name))\n\(access)var \(SurfaceText.escaped(member.name)): \(result.text) \(body)"
    add(Self.extended(other.name, with: text), named: "\(other.name).\(member.name)", [result])
  }

  private mutating func addValue(for member: SurfaceMember, _ match: SurfaceMember, _ other: SurfaceType) {
    guard match.parameters.isEmpty, isRenamed(member, match, in: other.name) else { return }
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
  private mutating func isRenamed(
    _ member: SurfaceMember, _ match: SurfaceMember, in owner: String
  ) -> Bool {
    member.name != match.name && pairs.areSame(member.type, match.type) && names.take(member.name, in: owner)
  }

  // MARK: Groups

  /// A group is a property of the client, or of the group around it.
  private mutating func addGroup(for member: SurfaceMember, _ match: SurfaceMember) {
    let place = match.owner.joined(separator: ".")
    guard member.name != match.name || pairs.newNames[member.owner.joined(separator: ".")] != place,
      let result = match.type, let owner = owner(of: member), names.take(member.name, in: owner)
    else { return }
    let attribute = owner == place ? renamed(match.name) : Self.moved(to: match)
    let value = owner == place ? SurfaceText.escaped(match.name) : Self.path(to: match, from: member)
    add(
      Self.extended(
        owner, isClient: true,
        with:
          "\(attribute)\n\(access)var \(SurfaceText.escaped(member.name)): \(result.text) { \(value) }"),
      named: "\(owner).\(member.name)", [result])
  }

  /// The new name of the type that has a method or a group. A group whose endpoints have all moved is declared again.
  private mutating func owner(of member: SurfaceMember) -> String? {
    let name = member.owner.joined(separator: ".")
    if let known = pairs.newNames[name] ?? keptGroups[name] { return known }
    guard let group = pairs.oldTypes[name], group.kind == .group, let property = group.members.first,
      let last = group.path.last, let client = pairs.newNames[group.path.dropLast().joined(separator: ".")]
    else { return nil }
    let type = "\(client).\(last)"
    guard pairs.newTypes[type] == nil, let owner = owner(of: property),
      names.take(property.name, in: owner)
    else { return nil }
    keptGroups[name] = type
    let value = "\(type)(client: \(owner == client ? "self" : "client"))"
    add(
      Self.extended(
        owner, isClient: true,
        with: "\(access)var \(SurfaceText.escaped(property.name)): \(type) { \(value) }"),
      named: "\(owner).\(property.name)", [])
    add(
      Self.extended(
        client, isClient: true,
        with: "\(access)nonisolated struct \(last): Sendable {\n  let client: \(client)\n}"),
      named: type, [])
    return type
  }

  // MARK: Calls

  private mutating func addCalls(
    for member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard let call = RenamedCall(member, match, pairs) else { return }
    let isMoved =
      !member.owner.isEmpty
      && pairs.newNames[member.owner.joined(separator: ".")] != match.owner.joined(separator: ".")
    let declarations = call.declarations(isRenamed: member.name != match.name || isMoved)
    guard !declarations.isEmpty, let owner = match.receiver.isEmpty ? other.name : owner(of: member) else {
      return
    }
    let head = Head(member: member, match: match, access: access, isMoved: isMoved)
    for declaration in declarations
    where names.take(member.name, in: owner, labels: declaration.oldLabels) {
      add(
        Self.extended(
          owner, isClient: !match.receiver.isEmpty || other.kind == .client, with: head.text(declaration)),
        named: "\(owner).\(member.name)", call.types + [match.type].compactMap(\.self))
    }
  }

  // MARK: Text

  private func renamed(_ name: String) -> String { "@available(*, deprecated, renamed: \"\(name)\")" }

  fileprivate static func moved(to match: SurfaceMember) -> String {
    let path = (match.receiver + [match.name]).map(SurfaceText.escaped).joined(separator: ".")
    return "@available(*, deprecated, message: \"Use `\(path)`.\")"
  }

  /// How the old owner of a method or a group names it: a group has the client, and the client has the groups.
  fileprivate static func path(to match: SurfaceMember, from member: SurfaceMember) -> String {
    (match.receiver + [match.name]).dropFirst(member.receiver.count > 1 ? 0 : 1).map(SurfaceText.escaped)
      .joined(separator: ".")
  }

  /// - Parameter isClient: Whether it is the client or a group, whose methods are isolated like the target.
  private static func extended(_ type: String, isClient: Bool = false, with text: String) -> String {
    let lines = text.split(separator: "\n").map { "  \($0)\n" }
    return "\(isClient ? "" : "nonisolated ")extension \(type) {\n\(lines.joined())}"
  }

  private mutating func add(_ text: String, named name: String, _ types: [SwiftType]) {
    shims.append(Shim(name: name, text: text, types: types))
  }
}

/// What comes before the parameters of a shim, and after them.
private struct Head {
  let member: SurfaceMember
  let match: SurfaceMember
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
      let attribute = isMoved ? ShimWriter.moved(to: match) : renamed
      let result = match.type.map { " -> \($0.text)" } ?? ""
      var value = isMoved ? ShimWriter.path(to: match, from: member) : new
      // A parameter may have the name of what is called.
      if let first = value.split(separator: ".").first,
        call.oldLabels.contains(where: { $0.name == first })
      {
        value = "self.\(value)"
      }
      return
        "\(attribute)\n\(access)func \(name)(\(parameters)) async throws\(result) {\n  try await \(value)(\(arguments))\n}"
    }
  }
}

extension SurfaceType.Kind {
  /// Whether it is made of values.
  fileprivate var isEnumeration: Bool { self == .openEnumeration || self == .closedEnumeration }
}
