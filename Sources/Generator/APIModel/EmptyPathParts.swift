import Diagnostics

extension Endpoint {
  /// The parameters that may be empty and would then leave an empty part in the middle of the path, which servers may drop.
  public var parametersOfEmptyParts: [Parameter] {
    let empty = parameters.filter(\.mayBeEmpty)
    guard !empty.isEmpty else { return [] }
    return path.text.byteParts(separatedBy: "/").dropLast().flatMap { part -> [Parameter] in
      var rest = Array(part.utf8)
      let own = empty.filter { parameter in
        guard let place = rest.firstRange(of: Array("{\(parameter.name.text)}".utf8)) else { return false }
        rest.removeSubrange(place)
        return true
      }
      return rest.isEmpty ? own : []
    }
  }
}

extension Parameter {
  /// Why an empty text can't be a value in the path; nil if it can.
  ///
  /// - Parameter resolved: the parameter's schema, with references resolved.
  public func reasonNotToBeEmpty(_ resolved: Schema) -> String? {
    if location != .path { return "is for parameters in the path; elsewhere, a text may be empty anyway" }
    if constant(resolved) != nil { return "has no effect on a constant" }
    if let kind = style?.kind, kind != .simple {
      return "has no effect with the style '\(kind.rawValue)', which writes something before every value"
    }
    let types = resolved.types
    if !types.isEmpty, !types.contains(.string) { return "is for texts, and this is \(types[0].rawValue)" }
    if schema.counts[.minLength] ?? resolved.counts[.minLength] ?? 0 > 0 {
      return "contradicts 'minLength', which excludes an empty text"
    }
    if let cases = resolved.enumeration?.cases, resolved.isOpen == false,
      !cases.contains(where: { $0.value == .string("") })
    {
      return "contradicts 'enum', which doesn't list an empty text"
    }
    return nil
  }
}
