import APIModel

/// Writes schemas as the runtime's literals: keyword by keyword, as their text says them.
struct SchemaSource {
  let graph: SchemaGraph
  let reach: SchemaReach
  let names: SchemaNames

  /// The expression of a schema that is a member.
  func definition(of position: Int) -> String { expression(of: position) }

  /// A schema where it is used: the member that it is, or its expression.
  private func use(_ id: SchemaNode.ID) -> String {
    names.reference(to: id.position) ?? expression(of: id.position)
  }

  private func expression(of position: Int) -> String {
    let node = graph.nodes[position]
    var arguments: [String] = []
    if let location = location(of: position) { arguments.append("at: \(SwiftLiteral.string(location))") }
    if reach.entersResource[position], let anchors = anchors(of: node.resource) {
      arguments.append("anchors: \(anchors)")
    }
    switch node.content {
    case .boolean(let value):
      guard !arguments.isEmpty else { return value ? "true" : "false" }
      // The schema `false` is `{"not": {}}` (JSON Schema Core, section 4.3.2).
      arguments.append(value ? "[]" : "[.not(true)]")
    case .keywords(let keywords):
      let list = "[\(keywords.map(source).joined(separator: ", "))]"
      guard !arguments.isEmpty else { return keywords.isEmpty ? "true" : list }
      arguments.append(list)
    }
    return "Schema(\(arguments.joined(separator: ", ")))"
  }

  /// The dynamic anchors of a resource where they are used: the member that lists them, or the list; nil without any.
  private func anchors(of resource: Int) -> String? {
    if let list = names.referenceToAnchors(of: resource) { return list }
    let anchors = anchorList(of: resource)
    return anchors == "[:]" ? nil : anchors
  }

  /// The list of a resource's dynamic anchors.
  func anchorList(of resource: Int) -> String {
    let entries = reach.dynamicAnchors(of: resource).compactMap { anchor in
      names.reference(to: anchor.node.position).map { "\(SwiftLiteral.string(anchor.name)): { \($0) }" }
    }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }

  /// The absolute URI of a schema at which an absolute location begins or changes.
  private func location(of position: Int) -> String? {
    let node = graph.nodes[position]
    guard case .keywords = node.content else { return nil }
    guard reach.isTarget[position] || node.pointer.isEmpty, let uri = graph.resources[node.resource].uri
    else {
      return nil
    }
    return node.pointer.isEmpty ? uri : "\(uri)#\(uriFragment(node.pointer))"
  }

  // MARK: Keywords

  private func source(_ keyword: SchemaKeyword) -> String {
    switch keyword {
    case .ref(let target): ".ref { \(use(target)) }"
    case .dynamicRef(let anchor, let target):
      ".dynamicRef(\(anchor.map(SwiftLiteral.string) ?? "nil")) { \(use(target)) }"
    case .type(let types): ".type(\(SchemaSource.types(types)))"
    case .enumeration(let values): ".enumeration([\(values.map(SwiftLiteral.json).joined(separator: ", "))])"
    case .const(let value): ".const(\(SwiftLiteral.json(value)))"
    case .limit(let limit, let number): ".\(limit.rawValue)(\(SwiftLiteral.exact(number)))"
    case .count(let count, let value): ".\(count.rawValue)(\(SwiftLiteral.integer(value)))"
    case .pattern(let text): ".pattern(\(SwiftLiteral.string(text)))"
    case .format(let name, let isAsserted): SchemaSource.format(name, isAsserted: isAsserted)
    case .uniqueItems: ".uniqueItems()"
    case .required(let names): ".required([\(SchemaSource.strings(names))])"
    case .dependentRequired(let dependencies):
      ".dependentRequired(\(dictionary(dependencies.map { ($0.property, "[\(SchemaSource.strings($0.value))]") })))"
    case .applied(let applicator, let node): ".\(applicator.rawValue)(\(use(node)))"
    case .list(let applicator, let nodes):
      ".\(applicator.rawValue)([\(nodes.map(use).joined(separator: ", "))])"
    case .map(let applicator, let entries):
      ".\(applicator.rawValue)(\(dictionary(entries.map { ($0.name, use($0.node)) })))"
    }
  }

  private func dictionary(_ entries: [(name: String, value: String)]) -> String {
    let list = entries.map { "\(SwiftLiteral.string($0.name)): \($0.value)" }
    return list.isEmpty ? "[:]" : "[\(list.joined(separator: ", "))]"
  }

  static func format(_ name: String, isAsserted: Bool) -> String {
    ".format(\(SwiftLiteral.string(name))\(isAsserted ? ", asserted: true" : ""))"
  }

  static func strings(_ texts: [String]) -> String {
    texts.map(SwiftLiteral.string).joined(separator: ", ")
  }

  /// `JSONTypes`: `.string`, or `[.string, .null]`.
  static func types(_ types: [JSONType]) -> String {
    let names = types.map { ".\($0.rawValue)" }
    return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
  }
}

/// A JSON Pointer as a URI's fragment (RFC 6901, section 6).
private func uriFragment(_ pointer: String) -> String {
  let digits = Array("0123456789ABCDEF")
  var result = ""
  for byte in pointer.utf8 {
    let scalar = Unicode.Scalar(byte)
    let isPlain =
      scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-._~!$&'()*+,;=:@/".unicodeScalars.contains(scalar))
    if isPlain {
      result.unicodeScalars.append(scalar)
    } else {
      result += "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
    }
  }
  return result
}
