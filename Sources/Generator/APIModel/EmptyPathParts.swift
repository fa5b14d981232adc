import Diagnostics

extension Endpoint {
  /// The parameters that may be empty and would then leave an empty part in the middle of the path, which servers may drop.
  public var parametersOfEmptyParts: [Parameter] {
    emptyParameters(of: path.text.byteParts(separatedBy: "/").dropLast()) { $0.isEmpty }
  }

  /// The parameters that may be empty and would then leave `.` or `..` as a part of the path, perhaps with an escaped dot. What
  /// reads URLs removes such a part (RFC 3986, section 5.2.4), and another resource would be asked for.
  public var parametersOfDotParts: [Parameter] {
    emptyParameters(of: path.text.byteParts(separatedBy: "/")[...]) {
      [".", ".."].contains($0.replacing("%2e", with: ".").replacing("%2E", with: "."))
    }
  }

  /// The parameters that may be empty in those parts of the path of which something to be told by would then be left.
  private func emptyParameters(of parts: ArraySlice<String>, _ isWrong: (String) -> Bool) -> [Parameter] {
    let empty = parameters.filter(\.mayBeEmpty)
    guard !empty.isEmpty else { return [] }
    return parts.flatMap { part -> [Parameter] in
      var rest = Array(part.utf8)
      let own = empty.filter { parameter in
        guard let place = rest.firstRange(of: Array("{\(parameter.name.text)}".utf8)) else { return false }
        rest.removeSubrange(place)
        return true
      }
      return isWrong(String(decoding: rest, as: UTF8.self)) ? own : []
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
