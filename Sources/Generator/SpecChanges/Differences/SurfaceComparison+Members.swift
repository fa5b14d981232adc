import Diagnostics
import SwiftEmitter

extension SurfaceComparison {
  /// Compares the members of types that are the same on the wire. Methods come first, because apps call them.
  mutating func compareMembers(_ type: SurfaceType, _ other: SurfaceType) {
    let matches = SurfacePairs.members(type, other)
    let kept = Set(matches.map { $0.0.key })
    let removed = type.members.filter { !kept.contains($0.key) }
    for rank in 0...SurfaceMember.lastRank {
      for (member, match) in matches where member.rank == rank { compare(member, match, in: type, other) }
      for member in removed where member.rank == rank { remove(member, of: type, other) }
    }
    let known = Set(matches.map { $0.1.key })
    let added = other.members.filter { !known.contains($0.key) }
    for member in added { add(member, to: other, type) }
    // A deprecated member is still there.
    for (member, match) in matches where match.isDeprecated && !member.isDeprecated {
      report(
        Subject(.deprecated, type.name, match.identity), newLines.place(match, of: other), "deprecated",
        old: member.span, new: match.span ?? other.span,
        Rewrite(after: newLines.expression(match, of: other)))
    }
  }

  private mutating func compare(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    if [member.kind, match.kind].contains(.function), member.kind != match.kind {
      return compareCallability(member, match, in: type, other)
    }
    switch member.kind {
    case .method where !member.receiver.isEmpty:
      compareCallNames(type, other)
      compareResults(member, match, in: type, other)
      compareParameters(member, match, in: type, other)
    case .initializer, .method, .function:
      compareNames(member, match, in: type, other)
      compareFailure(member, match, in: type, other)
      compareParameters(member, match, in: type, other)
    case .property:
      compareNames(member, match, in: type, other)
      compareTypes(member, match, in: type, other)
      compareMutability(member, match, in: type, other)
    case .constant, .enumerationCase:
      compareNames(member, match, in: type, other)
      comparePayloads(member, match, in: type, other)
    case .associatedType: compareMeanings(member, match, in: type, other)
    case .conformance: break
    }
  }

  /// A server without variables is a constant, one with variables is a function.
  private mutating func compareCallability(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    func words(_ member: SurfaceMember) -> String { member.kind == .function ? "a function" : "a constant" }
    func line(_ lines: LineMaker, _ member: SurfaceMember, _ type: SurfaceType) -> CodeLine {
      let value = lines.expression(member, of: type)
      return value.within("let \(lines.variable(type)): \(type.name) = \(value.text)")
    }
    report(
      Subject(.kindChanged, type.name, member.identity), oldLines.place(member, of: type),
      "was \(words(member)) and is \(words(match))", old: member.span ?? type.span,
      new: match.span ?? other.span,
      Rewrite(before: line(oldLines, member, type), after: line(newLines, match, other)))
  }

  // MARK: Names

  private mutating func compareNames(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard member.name != match.name else { return }
    // The projected value's name follows the property's.
    let part = member.name.hasPrefix("$") ? String(member.identity.dropFirst()) : member.identity
    report(
      Subject(.renamed, type.name, type.kind == .group ? "" : part), oldLines.place(member, of: type),
      "renamed to '\(match.name)'",
      old: member.span ?? type.span, new: match.span ?? other.span,
      Rewrite(before: oldLines.expression(member, of: type), after: newLines.expression(match, of: other)))
  }

  // MARK: Types

  private mutating func compareTypes(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard !pairs.areSame(member.type, match.type), let before = member.type, let after = match.type,
      type.kind != .group
    else { return }
    let kind: ChangeKind
    let message: String
    var rewrite: Rewrite
    if pairs.areSame(.optional(before), after) {
      (kind, message) = (.becameOptional, "became optional")
      rewrite = Rewrite(before: oldLines.reading(member, of: type), after: newLines.reading(match, of: other))
      rewrite.before?.uses = [oldLines.use(member, of: type, .reading)]
    } else if pairs.areSame(before, .optional(after)) {
      (kind, message) = (.becameRequired, "is always there")
      rewrite = Rewrite(
        before: oldLines.unwrapping(member, of: type), after: newLines.printing(match, of: other))
    } else {
      (kind, message) = (.retyped, "was '\(before.text)' and is '\(after.text)'")
      rewrite =
        unwrapping(
          oldLines.expression(member, of: type), before, newLines.expression(match, of: other), after)
        ?? Rewrite(before: oldLines.reading(member, of: type), after: newLines.reading(match, of: other))
    }
    report(
      Subject(kind, type.name, member.identity), oldLines.place(member, of: type), message,
      old: member.span ?? type.span, new: match.span ?? other.span, rewrite,
      // Literals are written where its type is.
      uses: member.identity == "rawValue" ? oldLines.mentions(of: type, asLiterals: true) : [])
  }

  private mutating func compareMutability(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard member.isMutable, !match.isMutable else { return }
    report(
      Subject(.becameReadOnly, type.name, member.identity), oldLines.place(member, of: type),
      "can't be set any more", old: member.span ?? type.span, new: match.span ?? other.span,
      Rewrite(before: oldLines.assignment(member, of: type)))
  }

  private mutating func comparePayloads(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard !pairs.areSame(member.type, match.type) else { return }
    func words(_ type: SwiftType?) -> String { type.map { "a value of '\($0.text)'" } ?? "no value" }
    var rewrite = Rewrite(
      before: oldLines.expression(member, of: type, showingType: true),
      after: newLines.expression(match, of: other, showingType: true))
    if let before = member.type, let after = match.type, pairs.converts(before, to: after) {
      // It can still be made of the old value.
      rewrite = Rewrite(
        before: oldLines.unpacking(member, of: type), after: newLines.unpacking(match, of: other))
    }
    report(
      Subject(.retyped, type.name, member.identity), oldLines.place(member, of: type),
      "had \(words(member.type)) and has \(words(match.type))", old: member.span ?? type.span,
      new: match.span ?? other.span, rewrite)
  }

  private mutating func compareMeanings(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard !pairs.areSame(member.type, match.type), let before = member.type, let after = match.type else {
      return
    }
    let isAlias = type.kind == .alias
    let values =
      isAlias
      ? (oldLines.named(type), newLines.named(other))
      : (Self.value(of: member, of: type), Self.value(of: match, of: other))
    let rewrite =
      isAlias
      ? Rewrite(before: oldLines.meaning(type, before), after: newLines.meaning(other, after))
      : Rewrite(before: Self.meaning(member, of: type), after: Self.meaning(match, of: other))
    report(
      Subject(.retyped, type.name, member.identity),
      isAlias ? type.name : oldLines.place(member, of: type),
      "was '\(before.text)' and is '\(after.text)'", old: member.span ?? type.span,
      new: match.span ?? other.span, unwrapping(values.0, before, values.1, after) ?? rewrite,
      uses: isAlias ? oldLines.mentions(of: type) : [])
  }

  /// `let value: [Player] = response`, of a type within a request.
  static func meaning(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let value = value(of: member, of: type)
    // A response has an envelope only if it was read from one.
    let mark = member.isEnvelope ? "?" : ""
    return value.within("let value: \(member.type?.text ?? member.name)\(mark) = \(value.text)")
  }

  private static func value(of member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    if member.isEnvelope {
      return CodeLine(
        "response.envelope", [.init(name: "response", type: "CallResponse<\(type.name)>")],
        uses: [DeclarationUse(declaration: type.name, manner: .anyUse)])
    }
    return CodeLine(
      "response", [.init(name: "response", type: "\(type.name).\(member.name)")],
      uses: [DeclarationUse(declaration: "\(type.name).\(member.name)", manner: .anyUse)])
  }

  // MARK: Members of one version

  private mutating func remove(_ member: SurfaceMember, of type: SurfaceType, _ other: SurfaceType) {
    if member.kind == .property, member.name.hasPrefix("$") {
      // A projected value is one with its property.
      guard let own = type.members.first(where: { "$" + $0.identity == member.identity }) else { return }
      report(
        Subject(other.members.contains { $0.key == own.key } ? .retyped : .removed, type.name, own.identity),
        oldLines.place(member, of: type), "null and a missing key aren't told apart any more",
        old: member.span ?? type.span, new: nil, around: other.span,
        Rewrite(before: oldLines.expression(member, of: type)))
      return
    }
    if member.kind == .associatedType, let nested = pairs.newTypes["\(other.name).\(member.name)"] {
      // It is a type of its own now.
      guard !pairs.areSame(member.type, .named(nested.path)) else { return }
      return report(
        Subject(.retyped, type.name, member.identity), oldLines.place(member, of: type),
        "was '\(member.type?.text ?? "")' and is a type of its own", old: type.span, new: nested.span,
        Rewrite(before: Self.meaning(member, of: type)))
    }
    if member.kind == .associatedType, let method = type.method, member.type == method.type {
      // The method has another result.
      return report(
        Subject(.retyped, type.name, member.identity), oldLines.place(member, of: type), "removed",
        old: type.span, new: other.span, Rewrite(before: Self.meaning(member, of: type)))
    }
    let kind: ChangeKind = member.kind == .conformance ? .conformanceLost : .removed
    let message = member.kind == .conformance ? "isn't '\(member.name)' any more" : "removed"
    if member.kind == .property, let slice = pairs.slice(without: member.identity, other) {
      // The schema still has it, so the slice is what to change.
      return report(
        Subject(.removed, type.name, member.part), oldLines.place(member, of: type),
        "isn't in the slice '\(slice.name)' any more, but '\(slice.whole)' has it: add '\(slice.field)' to the slice's 'fields'",
        old: member.span ?? type.span, new: slice.span, Rewrite(before: oldLines.expression(member, of: type))
      )
    }
    let line =
      member.kind == .associatedType
      ? Self.meaning(member, of: type) : oldLines.expression(member, of: type)
    // With a response's envelope, the requests' own types have the same reason.
    report(
      Subject(kind, type.name, member.part), kind == .removed ? oldLines.place(member, of: type) : type.name,
      message, old: member.span ?? type.span, new: nil, around: other.span ?? new.module.span,
      Rewrite(before: line))
  }

  private mutating func add(_ member: SurfaceMember, to type: SurfaceType, _ old: SurfaceType) {
    if member.name.hasPrefix("$") || member.kind == .associatedType { return }
    let place = newLines.place(member, of: type)
    if type.kind.isClosed, member.kind == .enumerationCase {
      return report(
        Subject(.newCase, old.name), old.name, "has new cases, which a 'switch' must handle", old: old.span,
        new: member.span ?? type.span,
        Rewrite(before: oldLines.choice(old), after: newLines.choice(type)))
    }
    let isConformance = member.kind == .conformance
    report(
      Subject(.added, old.name, member.part), isConformance ? type.name : place,
      isConformance ? "is now '\(member.name)'" : "added", old: nil, new: member.span ?? type.span,
      Rewrite(after: newLines.expression(member, of: type)))
  }
}

extension SurfaceMember {
  /// Whether it is the type of the envelopes of a request's responses.
  var isEnvelope: Bool { kind == .associatedType && identity == "ServiceEnvelope" }

  /// What tells it from the other members of its type.
  fileprivate var key: String { "\(kind.rawValue) \(identity)" }

  /// The order in which members are compared: the first effect of a change gives it its name.
  fileprivate var rank: Int {
    switch kind {
    case .method: 0
    case .property: 1
    case .initializer: 3
    default: 2
    }
  }

  fileprivate static let lastRank = 3

  /// What it is on the wire; a parameter has the same for its property, and in initializers and methods.
  fileprivate var part: String {
    guard kind == .method || kind == .function, let parameter = parameters.first, parameters.count == 1 else {
      return identity
    }
    return hasNamesakes ? parameter.identity : identity
  }
}
