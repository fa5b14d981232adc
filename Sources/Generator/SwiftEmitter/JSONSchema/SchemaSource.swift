import APIModel

/// Writes schemas of a graph as the runtime's literals, keyword by keyword.
struct SchemaSource {
  let graph: SchemaGraph
  let reach: SchemaReach
  let names: SchemaNames

  /// The expression of a schema that is a member.
  func definition(of position: Int) -> SchemaLiteral { expression(of: position) }

  /// A schema where it is used: a reference to its member, or its expression.
  private func use(_ id: SchemaNode.ID) -> SchemaLiteral {
    names.reference(to: id.position) ?? expression(of: id.position)
  }

  private func expression(of position: Int) -> SchemaLiteral {
    let node = graph.nodes[position]
    let location = location(of: position)
    let anchors = reach.entersResource[position] ? anchors(of: node.resource) : nil
    let isLocated = location != nil || anchors != nil
    switch node.content {
    case .boolean(let value):
      guard isLocated else { return .boolean(value) }
      // The schema `false` is `{"not": {}}` (JSON Schema Core, section 4.3.2).
      let keywords: [SchemaLiteral.Keyword] = value ? [] : [.applied(.not, .boolean(true))]
      return .located(at: location, anchors: anchors, keywords)
    case .keywords(let list):
      let keywords = list.map { $0.map(use) }
      if isLocated { return .located(at: location, anchors: anchors, keywords) }
      return SchemaLiteral(keywords) ?? .boolean(true)
    }
  }

  /// A resource's dynamic anchors where they are used: a reference to the member, or the list; nil without any.
  private func anchors(of resource: Int) -> SchemaLiteral.DynamicAnchors? {
    if let list = names.referenceToAnchors(of: resource) { return list }
    let entries = anchorList(of: resource)
    return entries.isEmpty ? nil : .list(entries)
  }

  /// The list of a resource's dynamic anchors.
  func anchorList(of resource: Int) -> [SchemaEntry<SchemaLiteral>] {
    reach.dynamicAnchors(of: resource).compactMap { anchor in
      names.reference(to: anchor.node.position).map { .init(name: anchor.name, schema: $0) }
    }
  }

  /// The absolute URI of a schema where an absolute location begins or changes.
  private func location(of position: Int) -> String? {
    let node = graph.nodes[position]
    guard case .keywords = node.content else { return nil }
    guard reach.isTarget[position] || node.pointer.isEmpty, let uri = graph.resources[node.resource].uri
    else {
      return nil
    }
    return node.pointer.isEmpty ? uri : "\(uri)#\(uriFragment(node.pointer))"
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
