import SwiftEmitter

/// The uses of the module's declarations in a line of an app.
extension LineMaker {
  static let module = DeclarationUse(declaration: "", manner: .anyUse)

  func use(_ type: SurfaceType, _ manner: DeclarationUse.Manner = .anyUse) -> DeclarationUse {
    DeclarationUse(declaration: type.name, manner: manner)
  }

  func use(
    _ member: SurfaceMember, of type: SurfaceType, _ manner: DeclarationUse.Manner = .anyUse
  ) -> DeclarationUse {
    let outer = member.owner.isEmpty ? type.name : member.owner.joined(separator: ".")
    // In the index, the projected value is a use of the property.
    if member.name.hasPrefix("$") {
      return DeclarationUse(declaration: "\(outer).\(member.name.dropFirst())", manner: .projected)
    }
    return DeclarationUse(declaration: "\(outer).\(member.indexName)", manner: manner)
  }

  /// The types of the module and their members, as an index store calls them.
  var declarations: [String] {
    surface.types.flatMap { type -> [String] in
      // Without members, there are no constraints.
      if type.kind == .constraints, type.members.isEmpty { return [] }
      return [type.name]
        + type.members.filter { isIndexed($0, of: type) }.map { use($0, of: type).declaration }
    }
  }

  /// Whether an index store has the definition of a member: it lacks those that the compiler writes.
  private func isIndexed(_ member: SurfaceMember, of type: SurfaceType) -> Bool {
    if member.kind == .conformance || member.name.hasPrefix("$") || type.kind == .alias { return false }
    return type.kind != .closedEnumeration || member.kind == .enumerationCase
  }

  /// The type of a value, and what makes it.
  func making(_ type: SurfaceType) -> [DeclarationUse] {
    [use(type)] + type.members.filter { $0.kind == .initializer }.map { use($0, of: type) }
  }

  /// Members and arguments whose type is this one, or made of it: their values are others if it means something else.
  ///
  /// - Parameter asLiterals: Whether only literals among arguments notice.
  func mentions(of type: SurfaceType, asLiterals: Bool = false) -> [DeclarationUse] {
    var found: [DeclarationUse] = []
    for owner in surface.types where owner.name != type.name {
      for member in owner.members {
        if member.type?.mentions(type.name) == true { found.append(use(member, of: owner)) }
        let labels = Set(member.parameters.filter { $0.type.mentions(type.name) }.map(\.name))
        guard !labels.isEmpty else { continue }
        found.append(use(member, of: owner, asLiterals ? .passingLiteral(labels) : .passing(labels)))
      }
    }
    return found
  }
}

extension SurfaceMember {
  /// What an index store calls it: with the labels of arguments.
  fileprivate var indexName: String {
    let labels = parameters.map { "\($0.name.replacing("`", with: "")):" }.joined()
    return switch kind {
    case .initializer, .method, .function: "\(name)(\(labels))"
    case .enumerationCase where !parameters.isEmpty: "\(name)(\(labels))"
    case .enumerationCase where type != nil: "\(name)(_:)"
    default: name
    }
  }
}
