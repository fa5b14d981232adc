import APIModel
import Diagnostics
import SpecYAML

// The properties that identify an element.
extension PaginationReader {
  /// The properties of an element, which is in the list or map that the response is, or in one that it contains.
  func identity(_ fields: Fields, in context: PaginationContext) -> [Name] {
    guard let node = fields["identity"] else { return [] }
    let names =
      node.items == nil
      ? fields.name("identity").map { [$0] } ?? []
      : report.names(node, of: "properties", for: "'identity'")
    // A snapshot's elements are those of another endpoint.
    guard fields["fetch"] == nil, let lists = lists(in: context.payload ?? context.shape), !lists.isEmpty
    else { return names }
    return names.compactMap { name in
      guard case .missing(let known) = schemas.step(name.text, from: lists) else {
        // The elements of tuples have names in Swift only.
        let elements = lists.flatMap { $0[.items].map { schemas.resolved($0).array.elementNames } ?? [] }
        let position = elements.firstIndex { $0.text == name.text }
        return position.map { Name(String($0), span: name.span) } ?? name
      }
      let advice = known.isEmpty ? ", because they aren't objects; leave 'identity' out" : ""
      report.error(
        .unknownProperty,
        "the elements of the response have no property '\(abbreviate(name.text))'\(advice)",
        at: name.span,
        suggestion: report.suggestion(for: name.text, in: known))
      return nil
    }
  }

  /// The lists and maps in a response whose elements may be those of pages: the response itself, or the properties of its
  /// objects; nil if something in it may be any JSON.
  private func lists(in response: Schema) -> [Schema]? {
    var found: [Schema] = []
    var pending = [response]
    var followed: Set<String> = []
    while let schema = pending.popLast() {
      if let name = schema.reference?.text, !followed.insert(name).inserted { continue }
      let resolved = schemas.resolved(schema)
      let parts = resolved.allOf + resolved.anyOf + resolved.oneOf
      if resolved.isPayloadHole || schemas.ownType(of: schema) != nil { return nil }
      if let items = resolved[.items], !items.isNever {
        found.append(resolved)
      } else if resolved.object.properties.isEmpty, resolved[.additionalProperties] != nil {
        found.append(resolved)
      } else if resolved.types.isEmpty, parts.isEmpty, resolved.object.properties.isEmpty {
        return nil
      }
      pending += parts + resolved.object.properties.map(\.schema)
    }
    return found
  }
}

extension Policies.Pagination.Place {
  /// The place as a spec writes it.
  var text: String {
    switch self {
    case .parameter(let name): name.text
    case .body(let path): "body." + path.components.joined(separator: ".")
    }
  }
}
