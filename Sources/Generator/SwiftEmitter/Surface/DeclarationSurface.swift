import APIModel
import Diagnostics

/// What other modules see of a declaration: the members that its template writes.
struct DeclarationSurface {
  private let declaration: Declaration

  init(_ declaration: Declaration) { self.declaration = declaration }

  var type: SurfaceType {
    let (kind, members): (SurfaceType.Kind, [SurfaceMember]) =
      switch declaration.kind {
      case .structure(let structure): (.structure, self.members(of: structure))
      case .tuple(let structure): (.structure, self.members(of: structure, isTuple: true))
      case .newtype(let newtype): (.newtype, Self.rawValue(newtype.rawType))
      case .openEnumeration(let enumerated):
        (.openEnumeration, Self.rawValue(enumerated.rawType) + constants(enumerated, .constant))
      case .closedEnumeration(let enumerated):
        (
          .closedEnumeration,
          Self.rawValue(enumerated.rawType, isFailable: true) + constants(enumerated, .enumerationCase)
        )
      case .union(let union): (.union, cases(of: union))
      case .alias(let alias):
        (
          .alias,
          [
            SurfaceMember(
              kind: .associatedType, identity: "type", name: declaration.name, type: alias.type,
              span: declaration.span)
          ]
        )
      case .responses(let responses): (.cases, responses.cases.map(Self.member))
      case .headers(let fields): (.headers, fields.map(Self.member))
      }
    var type = SurfaceType(
      path: declaration.enclosing + [declaration.name], kind: kind, members: members, span: declaration.span)
    if case .structure(let structure) = declaration.kind { type.slicedType = structure.slice?.base }
    return type
  }

  // MARK: Structures

  private func members(of structure: Declaration.Structure, isTuple: Bool = false) -> [SurfaceMember] {
    let stored = structure.properties + (structure.additional.map { [$0] } ?? [])
    func identity(_ property: StoredProperty, _ position: Int) -> String {
      property.isAdditional ? "other keys" : isTuple ? "element \(position)" : property.wireName
    }
    var members: [SurfaceMember] = []
    var parameters: [SurfaceParameter] = []
    for (position, property) in stored.enumerated() {
      let identity = identity(property, position)
      members.append(
        SurfaceMember(
          kind: .property, identity: identity, name: property.name, type: property.declaredType,
          isMutable: property.wrapper != nil && property.deprecation == nil,
          isDeprecated: property.deprecation != nil, span: property.span))
      if property.wrapper?.isNullable == true, property.deprecation == nil {
        members.append(
          SurfaceMember(
            kind: .property, identity: "$" + identity, name: "$" + property.name,
            type: .runtime("Presence<\(property.type.text)>"), isMutable: true, span: property.span))
      }
      guard property.constant == nil else { continue }
      parameters.append(
        SurfaceParameter(
          identity: identity, name: property.name, type: property.declaredType,
          defaultValue: property.defaultArgument, span: property.span))
    }
    if declaration.hasInitializer {
      members.append(
        SurfaceMember(
          kind: .initializer, identity: "init", name: "init", parameters: parameters, span: declaration.span))
    }
    let conformance = structure.slice != nil ? "ModelSlice" : structure.isSelectable ? "PartialModel" : nil
    if let conformance {
      members.append(
        SurfaceMember(
          kind: .conformance, identity: conformance, name: conformance, span: declaration.span))
    }
    return members
  }

  // MARK: Values

  static func rawValue(_ type: SwiftType, isFailable: Bool = false) -> [SurfaceMember] {
    [
      SurfaceMember(kind: .property, identity: "rawValue", name: "rawValue", type: type),
      SurfaceMember(
        kind: .initializer, identity: "init rawValue", name: "init",
        parameters: [
          SurfaceParameter(identity: "rawValue", name: "rawValue", type: type)
        ],
        isFailable: isFailable),
    ]
  }

  private func constants(
    _ enumerated: Declaration.Enumerated, _ kind: SurfaceMember.Kind
  ) -> [SurfaceMember] {
    enumerated.constants.map { constant in
      SurfaceMember(
        kind: kind, identity: "value \(constant.wireValue)", name: constant.name, span: constant.span)
    }
  }

  // MARK: Cases

  private func cases(of union: Declaration.UnionType) -> [SurfaceMember] {
    var seen: Set<String> = []
    var members = union.alternatives.map { alternative in
      var identity =
        switch alternative.form {
        case .tags(let tags): "tag " + tags.sorted().joined(separator: ", ")
        case .types(let types): "type " + types.map(\.rawValue).sorted().joined(separator: ", ")
        case .keys(let keys): "keys " + keys.joined(separator: ", ")
        }
      if !seen.insert(identity).inserted { identity += " of \(alternative.type.text)" }
      return SurfaceMember(
        kind: .enumerationCase, identity: identity, name: alternative.name, type: alternative.type,
        span: alternative.span)
    }
    if union.isOpen {
      members.append(
        SurfaceMember(kind: .enumerationCase, identity: "unknown", name: "unknown", type: .json))
    }
    return members
  }

  private static func member(_ response: Declaration.ResponsesByStatus.Case) -> SurfaceMember {
    let statuses = statusesText(response.statuses)
    let identity =
      response.event.map { "event \($0)" }
      ?? ([statuses] + (response.mediaType.map { [$0] } ?? [])).joined(separator: " ")
    return SurfaceMember(
      kind: .enumerationCase, identity: identity, name: response.name, type: response.type,
      span: response.span)
  }

  private static func member(_ field: Declaration.HeaderField) -> SurfaceMember {
    SurfaceMember(
      kind: .property, identity: "field \(field.wireName.lowercased())", name: field.name,
      type: field.isRequired ? field.type : .optional(field.type), isThrowing: true, span: field.span)
  }
}

extension Declaration.Enumerated {
  fileprivate var rawType: SwiftType { base == .string ? .string : .int }
}

extension StoredProperty.Wrapper {
  /// Whether it has a projected value, which tells an absent key from null.
  fileprivate var isNullable: Bool { self == .nullable || self == .boxedNullable }
}
