import Diagnostics
import SwiftEmitter

extension SurfacePairs {
  /// A slice that lacks a property of the type of which it is a slice.
  struct ReducedSlice {
    var name: String
    /// The type that has the property.
    var whole: String
    /// The path to write in the spec.
    var field: String
    var span: SourceSpan?
  }

  /// The slice that a new type is or belongs to, if the schema still has a property that the slice lacks; nil for other types.
  func slice(without key: String, _ type: SurfaceType) -> ReducedSlice? {
    guard let (whole, path) = whole(of: type),
      whole.members.contains(where: { $0.kind == .property && $0.identity == key }),
      let slice = type.path.first.flatMap({ newTypes[$0] })
    else { return nil }
    return ReducedSlice(
      name: slice.name, whole: whole.name, field: (path + [key]).joined(separator: "."), span: slice.span)
  }

  /// The type of which a new type has some properties, and the keys that lead there from the slice.
  private func whole(of type: SurfaceType) -> (type: SurfaceType, path: [String])? {
    if let base = type.slicedType {
      guard let whole = newTypes[base] else { return nil }
      return (target(of: whole) ?? whole, [])
    }
    guard type.path.count > 1, let outer = newTypes[type.path.dropLast().joined(separator: ".")],
      let (outerWhole, path) = whole(of: outer),
      let key = outer.members.first(where: { $0.kind == .property && $0.type?.mentions(type.name) == true })?
        .identity,
      let name = outerWhole.members.first(where: { $0.kind == .property && $0.identity == key })?.type?
        .elementName,
      let whole = newTypes[name]
    else { return nil }
    return (target(of: whole) ?? whole, path + [key])
  }
}

extension SwiftType {
  /// The name of a declared type: the type itself, a list's elements or a dictionary's values.
  fileprivate var elementName: String? {
    switch self {
    case .optional(let wrapped): wrapped.elementName
    case .array(let element): element.elementName
    case .dictionary(_, let value): value.elementName
    // Another name for a list or a dictionary.
    case .alias(let name, let meaning): meaning.elementName ?? name
    default: declaredName
    }
  }
}
