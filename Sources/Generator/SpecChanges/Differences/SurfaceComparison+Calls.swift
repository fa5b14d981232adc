import Diagnostics
import SwiftEmitter

/// Methods and initializers: their names, arguments and results.
extension SurfaceComparison {
  /// Reports an endpoint's method with another name, or at another place of the client.
  mutating func compareCallNames(_ type: SurfaceType, _ other: SurfaceType) {
    guard let method = type.method, let match = other.method else { return }
    let isMoved = isMoved(method, match)
    guard method.name != match.name || isMoved else { return }
    let kind: ChangeKind = isMoved ? .moved : .renamed
    report(
      Subject(kind, type.name), oldLines.place(method, of: type),
      "\(kind == .moved ? "moved" : "renamed") to '\(newLines.place(match, of: other))'", old: type.span,
      new: other.span,
      Rewrite(before: oldLines.expression(method, of: type), after: newLines.expression(match, of: other)))
  }

  /// Whether an endpoint's method is in another group.
  func isMoved(_ method: SurfaceMember, _ match: SurfaceMember) -> Bool {
    pairs.newNames[method.owner.joined(separator: ".")] != match.owner.joined(separator: ".")
  }

  mutating func compareResults(
    _ method: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard !pairs.areSame(method.type, match.type) else { return }
    func words(_ type: SwiftType?) -> String { type.map { "'\($0.text)'" } ?? "nothing" }
    // What returned nothing can still be called.
    guard let result = method.type else { return }
    // The name of the result may be one for `Void` now, which is returned.
    if match.type == nil, let name = result.declaredName.flatMap({ pairs.newNames[$0] }),
      let alias = pairs.newTypes[name], alias.kind == .alias,
      alias.members.first?.type == .some(.standard(.void))
    {
      return
    }
    let isOptional = match.type.map { pairs.areSame(method.type.map(SwiftType.optional), $0) } ?? false
    report(
      Subject(isOptional ? .becameOptional : .retyped, type.name, "Response"),
      oldLines.place(method, of: type),
      "returned \(words(method.type)) and returns \(words(match.type))", old: type.span, new: other.span,
      unwrapping(
        oldLines.expression(method, of: type), result, newLines.expression(match, of: other), match.type)
        ?? Rewrite(before: oldLines.result(method, of: type), after: newLines.result(match, of: other)),
      uses: oldLines.making(type))
  }

  mutating func compareFailure(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    guard member.isFailable != match.isFailable else { return }
    func line(_ lines: LineMaker, _ member: SurfaceMember, _ type: SurfaceType, isOptional: Bool) -> CodeLine
    {
      let call = lines.expression(member, of: type)
      return call.within("let \(lines.variable(type)): \(type.name)\(isOptional ? "?" : "") = \(call.text)")
    }
    let rewrite: Rewrite
    if match.isFailable {
      rewrite = Rewrite(
        before: line(oldLines, member, type, isOptional: false),
        after: line(newLines, match, other, isOptional: true))
    } else {
      let call = oldLines.expression(member, of: type)
      let name = oldLines.variable(type)
      rewrite = Rewrite(
        before: call.within("if let \(name) = \(call.text) { print(\(name)) }"),
        after: line(newLines, match, other, isOptional: false))
    }
    // It is a part of what happened to the type.
    report(
      Subject(.kindChanged, type.name), type.name, "its initializer changed", old: type.span, new: other.span,
      rewrite)
  }

  // MARK: Parameters

  mutating func compareParameters(
    _ member: SurfaceMember, _ match: SurfaceMember, in type: SurfaceType, _ other: SurfaceType
  ) {
    let matches = SurfacePairs.match(
      member.parameters, match.parameters, by: [{ $0.identity }, { $0.name }])
    let kept = Set(matches.map(\.0.identity))
    let known = Set(matches.map(\.1.identity))
    /// Nobody has seen the types of these.
    let needed = Set(match.parameters.filter { !$0.hasDefault }.map(\.identity)).subtracting(known)
    /// The call with what it needs, and with some more.
    func rewrite(
      _ before: [SurfaceParameter], _ after: [SurfaceParameter], _ manners: [DeclarationUse.Manner],
      showingTypes showsTypes: Bool = false
    ) -> Rewrite {
      let (given, wanted) = (Set(before.map(\.identity)), Set(after.map(\.identity)))
      var line = oldLines.call(
        member, of: type, member.parameters.filter { !$0.hasDefault || given.contains($0.identity) },
        typed: showsTypes ? Set(before.prefix(1).map(\.identity)) : [])
      line.uses = manners.map { oldLines.use(member, of: type, $0) }
      return Rewrite(
        before: line,
        after: newLines.call(
          match, of: other, match.parameters.filter { !$0.hasDefault || wanted.contains($0.identity) },
          typed: needed.union(showsTypes ? after.prefix(1).map(\.identity) : [])))
    }
    for parameter in member.parameters where !kept.contains(parameter.identity) {
      // A property that is a constant now isn't passed any more.
      let retyped = Subject(.retyped, type.name, parameter.identity)
      report(
        positions[retyped] != nil ? retyped : Subject(.removed, type.name, parameter.identity),
        oldLines.place(parameter, of: member, type),
        "removed", old: parameter.span ?? member.span ?? type.span, new: nil, around: other.span,
        rewrite([parameter], [], [.passing([parameter.name])]))
    }
    for (parameter, replacement) in matches {
      for change in changes(of: parameter, replacement) {
        report(
          Subject(change.kind, type.name, parameter.identity), oldLines.place(parameter, of: member, type),
          change.message, old: parameter.span ?? member.span ?? type.span,
          new: replacement.span ?? match.span ?? other.span,
          // A parameter that became required is missing before.
          rewrite(
            change.kind == .becameRequired ? [] : [parameter], [replacement],
            // A value that may be nil can't be passed any more, either.
            change.kind == .becameRequired
              ? [.omitting([parameter.name]), .passingValue([parameter.name])] : [.passing([parameter.name])],
            showingTypes: change.kind == .retyped))
        // With another type, it may have been left out, too.
        if change.kind == .retyped, parameter.hasDefault, !replacement.hasDefault {
          report(
            Subject(change.kind, type.name, parameter.identity),
            oldLines.place(parameter, of: member, type), change.message,
            old: parameter.span ?? member.span ?? type.span,
            new: replacement.span ?? match.span ?? other.span,
            rewrite([], [replacement], [.omitting([parameter.name])]))
        }
      }
    }
    for parameter in match.parameters where !known.contains(parameter.identity) {
      let kind: ChangeKind = parameter.hasDefault ? .added : .newRequiredArgument
      report(
        Subject(kind, type.name, parameter.identity), newLines.place(parameter, of: match, other),
        parameter.hasDefault ? "added" : "new required argument", old: member.span ?? type.span,
        new: parameter.span ?? match.span ?? other.span,
        parameter.hasDefault
          ? Rewrite(after: rewrite([], [parameter], []).after) : rewrite([], [parameter], [.anyUse]))
    }
    let order = matches.map(\.1.identity)
    let newOrder = match.parameters.map(\.identity).filter(Set(order).contains)
    if order != newOrder {
      let names = Dictionary(matches.map { ($0.1.identity, $0.0.name) }) { first, _ in first }
      report(
        Subject(.reordered, type.name), oldLines.place(member, of: type), "arguments are in another order",
        old: member.span ?? type.span, new: match.span ?? other.span,
        rewrite(
          matches.map(\.0), matches.map(\.1),
          [.ordered(matches.map(\.0.name), newOrder.compactMap { names[$0] })]))
    }
  }

  /// What happened to a parameter that both versions have.
  private func changes(
    of old: SurfaceParameter, _ new: SurfaceParameter
  ) -> [(kind: ChangeKind, message: String)] {
    var changes: [(kind: ChangeKind, message: String)] = []
    if old.name != new.name { changes.append((.renamed, "renamed to '\(new.name)'")) }
    let isNeeded = old.hasDefault && !new.hasDefault
    if isNeeded, pairs.areSame(old.type.unwrapped, new.type.unwrapped) {
      changes.append((.becameRequired, "became required"))
    } else if !pairs.converts(old.type, to: new.type) {
      changes.append((.retyped, "was '\(old.type.text)' and is '\(new.type.text)'"))
    } else if isNeeded {
      changes.append((.becameRequired, "became required"))
    }
    return changes
  }
}
