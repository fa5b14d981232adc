import APIModel
import Diagnostics
import SwiftEmitter

/// Compares the surfaces of two versions of a module.
struct SurfaceComparison {
  let old: ModuleSurface
  let new: ModuleSurface
  let pairs: SurfacePairs
  let oldLines: LineMaker
  let newLines: LineMaker
  private(set) var differences: [Difference] = []
  private(set) var positions: [Subject: Int] = [:]

  /// What changed: the effects of one change are one difference.
  struct Subject: Hashable {
    /// The old name of the type, or the new one of a new type.
    var type: String
    /// The part of it on the wire; empty for the type itself.
    var part: String
    var kind: ChangeKind

    init(_ kind: ChangeKind, _ type: String, _ part: String = "") {
      (self.kind, self.type, self.part) = (kind, type, part)
    }
  }

  init(_ old: ModuleSurface, _ new: ModuleSurface) {
    (self.old, self.new) = (old, new)
    pairs = SurfacePairs(old, new)
    (oldLines, newLines) = (LineMaker(old), LineMaker(new))
    compareAccess()
    for type in old.types { compare(type) }
    for type in new.types where !pairs.hasCounterpart(type) { add(type) }
  }

  /// Adds a difference, or what it does elsewhere to one that is known.
  mutating func report(
    _ subject: Subject, _ place: String, _ message: String, old: SourceSpan?, new: SourceSpan?,
    around: SourceSpan? = nil, _ rewrite: Rewrite? = nil, uses: [DeclarationUse] = []
  ) {
    // Names that changed places can make the line that was there before.
    if let rewrite, let before = rewrite.before, let after = rewrite.after, before.text == after.text {
      let isSame = before.variables == after.variables
      if isSame, uses.isEmpty { return }
      return self.report(
        subject, place, message, old: old, new: new, around: around,
        uses: uses + (isSame ? [] : before.uses))
    }
    let position = positions[subject] ?? differences.count
    if position == differences.count {
      positions[subject] = position
      differences.append(
        Difference(
          kind: subject.kind, module: self.new.module.text, oldModule: self.old.module.text, place: place,
          message: message, old: old, new: new, around: around))
    }
    for use in (rewrite?.before?.uses ?? []) + uses where !differences[position].uses.contains(use) {
      differences[position].uses.append(use)
    }
    guard let rewrite, !differences[position].rewrites.contains(where: rewrite.isWritten) else { return }
    differences[position].rewrites.append(rewrite)
  }

  // MARK: Modules

  private mutating func compareAccess() {
    // From public to internal.
    let levels = AccessLevel.allCases
    guard let before = levels.firstIndex(of: old.access), let after = levels.firstIndex(of: new.access),
      after > before
    else { return }
    report(
      Subject(.accessLowered, ""), old.module.text,
      "declarations were '\(old.access.rawValue)' and are '\(new.access.rawValue)'",
      old: old.accessSpan ?? old.module.span, new: new.accessSpan ?? new.module.span,
      Rewrite(before: CodeLine("import \(old.module.text)", uses: [LineMaker.module])))
  }

  // MARK: Types

  private mutating func compare(_ type: SurfaceType) {
    guard let other = pairs.counterpart(of: type) else { return remove(type) }
    compareNames(type, other)
    guard type.kind == other.kind else { return compareKinds(type, other) }
    compareMembers(type, other)
  }

  private mutating func remove(_ type: SurfaceType) {
    let outer = type.path.dropLast().joined(separator: ".")
    // What contained it is gone, too; a group goes with its endpoints.
    guard outer.isEmpty || pairs.newNames[outer] != nil, type.kind != .group else { return }
    var subject = Subject(.removed, type.name)
    // The type of a property goes with it.
    if let owner = pairs.oldTypes[outer], let other = pairs.counterpart(of: owner),
      let member = owner.members.first(where: { $0.type?.mentions(type.name) == true && $0.kind == .property }
      ),
      let own = effect(on: owner, member.identity, other)
    {
      subject = own
    }
    if let method = type.method {
      let line = oldLines.expression(method, of: type)
      report(
        subject, oldLines.place(method, of: type), "removed", old: type.span, new: nil,
        around: new.module.span, Rewrite(before: line))
    }
    let line =
      type.members.first { type.kind == .request && $0.kind == .initializer }
      .map { oldLines.expression($0, of: type) } ?? oldLines.mention(type)
    report(
      subject, type.name, "removed", old: type.span, new: nil, around: new.module.span, Rewrite(before: line),
      uses: [oldLines.use(type, .anyPart)])
  }

  /// What happened to a property whose type is gone; nil if it has the same type.
  private func effect(on owner: SurfaceType, _ identity: String, _ other: SurfaceType) -> Subject? {
    let retyped = Subject(.retyped, owner.name, identity)
    if positions[retyped] != nil { return retyped }
    let isKept = other.members.contains { $0.kind == .property && $0.identity == identity }
    return isKept ? nil : Subject(.removed, owner.name, identity)
  }

  private mutating func add(_ type: SurfaceType) {
    let outer = type.path.dropLast().joined(separator: ".")
    guard outer.isEmpty || pairs.newTypes[outer].map(pairs.hasCounterpart) == true, type.kind != .group else {
      return
    }
    let method = type.method
    report(
      Subject(.added, type.name), method.map { newLines.place($0, of: type) } ?? type.name, "added", old: nil,
      new: type.span,
      Rewrite(after: method.map { newLines.expression($0, of: type) } ?? newLines.mention(type)))
  }

  /// Reports a type with another name, unless only the types around it are called otherwise.
  private mutating func compareNames(_ type: SurfaceType, _ other: SurfaceType) {
    let outer = type.path.dropLast().joined(separator: ".")
    // What is in a type is also in another name for it.
    let place = pairs.newNames[outer].map { other.path.count > 1 ? pairs.meaning(of: $0) : $0 } ?? outer
    let expected = ((outer.isEmpty ? [] : [place]) + type.path.suffix(1)).joined(separator: ".")
    // Without members, there are no constraints.
    let isEmpty = type.kind == .constraints && type.members.isEmpty
    guard expected != other.name, type.kind != .group, !isEmpty else { return }
    var kind = ChangeKind.renamed
    let before: CodeLine
    let after: CodeLine
    if type.kind == .request, let initializer = type.initializer, let replacement = other.initializer {
      before = oldLines.expression(initializer, of: type)
      after = newLines.expression(replacement, of: other)
      // The method comes first, because apps call it.
      compareCallNames(type, other)
      if let method = type.method, let match = other.method, isMoved(method, match) { kind = .moved }
    } else {
      (before, after) = (
        oldLines.mention(type), newLines.mention(other, as: oldLines.variable(type))
      )
    }
    report(
      Subject(kind, type.name), type.name, "renamed to '\(other.name)'", old: type.span, new: other.span,
      Rewrite(before: before, after: after), uses: [oldLines.use(type)])
  }

  // MARK: Kinds

  private mutating func compareKinds(_ type: SurfaceType, _ other: SurfaceType) {
    // Another name for a type like the old one does the same.
    if let target = pairs.target(of: other), target.kind == type.kind {
      return compareMembers(type, target.named(other.path))
    }
    let subject = Subject(.kindChanged, type.name)
    let message = "was \(type.kindWords) and is \(other.kindWords)"
    func report(_ rewrite: Rewrite?, uses: [DeclarationUse] = []) {
      self.report(subject, type.name, message, old: type.span, new: other.span, rewrite, uses: uses)
    }
    switch (type.kind, other.kind) {
    case (.closedEnumeration, .openEnumeration):
      report(
        Rewrite(
          before: oldLines.choice(type), after: newLines.choice(other, hasDefault: true)))
      return compareMembers(type, other)
    case (.openEnumeration, .closedEnumeration):
      report(nil)
      return compareMembers(type, other)
    case (.alias, .newtype):
      guard let meaning = type.members.first?.type, let raw = other.rawValue, let own = raw.type else {
        break
      }
      let value = newLines.expression(raw, of: other)
      let after = value.within("let value: \(own.text) = \(value.text)")
      return report(
        Rewrite(before: oldLines.meaning(type, meaning), after: after), uses: oldLines.mentions(of: type))
    case (.newtype, .alias):
      guard let raw = type.rawValue, let meaning = other.members.first?.type else { break }
      let value = oldLines.expression(raw, of: type)
      let before = value.within("let value: \((raw.type ?? meaning).text) = \(value.text)")
      return report(
        Rewrite(before: before, after: newLines.meaning(other, meaning)),
        uses: [oldLines.use(type, .anyPart)])
    case (.alias, _):
      // The other name is still for the type that it was for.
      guard let meaning = type.members.first?.type else { break }
      report(Rewrite(before: oldLines.meaning(type, meaning)), uses: oldLines.mentions(of: type))
      if let known = meaning.declaredName.flatMap({ pairs.oldTypes[$0] }), known.kind == other.kind {
        compareMembers(known.named(type.path), other)
      }
      return
    default: break
    }
    let matched = Set(SurfacePairs.members(type, other).map { "\($0.0.kind) \($0.0.identity)" })
    let gone = type.members.filter {
      !matched.contains("\($0.kind) \($0.identity)") && $0.kind != .conformance
    }
    for member in gone.prefix(3) { report(Rewrite(before: oldLines.expression(member, of: type))) }
    if gone.isEmpty { report(Rewrite(before: oldLines.mention(type), after: newLines.mention(other))) }
    report(nil, uses: [oldLines.use(type, .anyPart)])
  }
}

extension SurfaceType {
  /// The client's method that sends this request.
  var method: SurfaceMember? { kind == .request ? members.first { $0.kind == .method } : nil }
  var initializer: SurfaceMember? { members.first { $0.kind == .initializer } }
  /// What it is, in words.
  fileprivate var kindWords: String {
    guard kind == .alias, let meaning = members.first?.type else { return kind.words }
    return "another name for '\(meaning.text)'"
  }
  var rawValue: SurfaceMember? { members.first { $0.kind == .property && $0.identity == "rawValue" } }
}

extension SurfaceType.Kind {
  fileprivate var words: String {
    switch self {
    case .structure, .envelope: "a struct"
    case .newtype: "a type around a value"
    case .openEnumeration: "an open enumeration"
    case .closedEnumeration: "a closed enumeration"
    case .union: "a union"
    case .alias: "another name for a type"
    case .cases: "an enumeration"
    case .headers, .request, .client, .server, .errorCodes, .group, .constraints, .document: "a type"
    }
  }
}
