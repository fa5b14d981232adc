import APIModel
import Diagnostics
import SpecYAML

/// What a value says about pages.
enum PaginationValue {
  /// A number of pages or elements.
  case count
  case cursor
  /// The URL of a page.
  case address
  /// Whether there are more pages.
  case flag
  case list

  fileprivate var noun: String {
    switch self {
    case .count: "an integer"
    case .cursor: "a text or a number"
    case .address: "a text with the address of a page"
    case .flag: "a boolean, or 0 or 1 (type: flag)"
    case .list: "a list"
    }
  }

  fileprivate func accepts(_ types: Set<JSONType>) -> Bool {
    switch self {
    case .count: types.contains(.integer) || types.contains(.number)
    // Some services have cursors of several values, and objects.
    case .cursor: types != [.boolean] && types != [.null]
    case .address: types.contains(.string)
    // A flag is a boolean, 0 or 1.
    case .flag: types.contains(.boolean) || types.contains(.integer)
    case .list: types.contains(.array)
    }
  }
}

// Places in requests and responses.
extension PaginationReader {
  // MARK: Requests

  /// A parameter, or a property of the body: `body.start_cursor`.
  func place(
    _ fields: Fields, _ key: String, _ value: PaginationValue, in context: PaginationContext,
    hint: String? = nil
  ) -> Policies.Pagination.Place? {
    guard let node = fields[key], let name = fields.name(key) else { return nil }
    if let wireName = context.parameters.wireName(of: name.text) {
      guard !context.parameters.constants.contains(wireName) else {
        report.error(
          .conflictingKeys,
          "'\(abbreviate(name.text))' is always the same, so it can't be the '\(key)' of pages; remove its 'const'",
          at: name.span)
        return nil
      }
      if let schema = context.parameterSchemas[wireName] {
        check([schema], is: value, key, "the parameter '\(abbreviate(name.text))'", at: name.span, hint: hint)
      }
      return .parameter(Name(wireName, span: name.span))
    }
    if name.text.hasPrefix("body.") {
      guard let path = bodyPath(node, for: key, in: context) else { return nil }
      if let found = schemas(at: path, from: bodySchema(context)) {
        check(found, is: value, key, "'\(abbreviate(name.text))'", at: name.span, hint: hint)
      }
      return .body(path)
    }
    // A property of the body was probably meant.
    let property = name.text.hasPrefix("payload.") ? String(name.text.dropFirst(8)) : name.text
    let first = property.byteParts(separatedBy: ".").first ?? ""
    if let body = bodySchema(context),
      self.schemas.ownProperties(of: body).contains(where: { $0.name.text == first })
    {
      report.error(
        .unknownParameter,
        "this endpoint has no parameter '\(abbreviate(name.text))', but its body has the property",
        at: name.span, suggestion: "body.\(property)")
      return nil
    }
    _ = context.parameters.resolve(name, of: "this endpoint", report)
    return nil
  }

  /// The body, if it is an object that has properties.
  private func bodySchema(_ context: PaginationContext) -> Schema? { context.body?.object }

  /// The path of `body.start_cursor` in the body. Reports a body that has no such property.
  private func bodyPath(_ node: YAMLNode, for key: String, in context: PaginationContext) -> FieldPath? {
    guard let schema = bodySchema(context) else {
      report.error(
        .invalidPath,
        context.body == nil
          ? "this endpoint has no 'body'"
          : "the body isn't JSON or a form of one type, so pages can't be asked for with a part of it",
        at: node.occurrence)
      return nil
    }
    var request = Schema(span: schema.span)
    request.types = [.object]
    request.object.properties = [
      .init(name: Name("body", span: schema.span), schema: schema, isRequired: true)
    ]
    guard var path = schemas.fieldPath(node, for: "'\(key)'", in: request, of: "the request") else {
      return nil
    }
    path.components.removeFirst()
    guard checkObjects(path, from: schema) else { return nil }
    let last = self.schemas(at: path, from: schema)?.first
    if let last, last.const != nil {
      report.error(
        .conflictingKeys,
        "'\(abbreviate(node.text ?? ""))' is always the same, so it can't be the '\(key)' of pages; remove its 'const'",
        at: node.occurrence)
      return nil
    }
    return path
  }

  /// A parameter of another endpoint, by its label or wire name, or a property of its body.
  func placeOfEndpoint(_ endpoint: String, _ node: YAMLNode) -> Policies.Pagination.Place? {
    guard let name = report.name(node, for: "'parameter'") else { return nil }
    let definition = folder.index[.endpoints]?[endpoint]?.node
    var names = ParameterNames()
    if let known = folder.endpointParameters[endpoint] {
      names = known
    } else {
      for entry in definition?["parameters"]?.entries ?? [] {
        let label = MarkedName(entry.name).name
        let shared = entry.value["$parameter"]?.text.flatMap { folder.parameter(named: $0) }
        names.add(
          label: label, wireName: shared?.parameter.name.text ?? entry.value["name"]?.text ?? label,
          definedAt: entry.key.occurrence, wireNameAt: shared?.parameter.name.span)
      }
    }
    if names.wireName(of: name.text) == nil, name.text.hasPrefix("body."), let body = definition?["body"] {
      // The other endpoint may not have been read yet: what is written there says enough.
      let components = name.text.dropFirst(5).utf8.split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
      let schema = (body["json"] ?? body["form"] ?? body)
      let named = schema.text.flatMap { folder.schema(named: $0) }
      let known =
        named.map { schemas.ownProperties(of: $0).map(\.name.text) }
        ?? schema["properties"]?.entries?.map { MarkedName($0.name).name }
      if let known, let first = components.first, !known.contains(first) {
        report.error(
          .unknownProperty, "the body of the endpoint '\(endpoint)' has no property '\(abbreviate(first))'",
          at: name.span, suggestion: report.suggestion(for: first, in: known))
        return nil
      }
      return .body(FieldPath(components, span: name.span))
    }
    return names.resolve(name, of: "the endpoint '\(endpoint)'", report).map { .parameter($0) }
  }

  /// The maximum of the parameter or property that is the size of a page.
  func maximumSize(of pagination: Policies.Pagination, in context: PaginationContext) -> Int? {
    let size: Policies.Pagination.Place?
    switch pagination.style {
    case .page(_, let own): size = own
    case .offset(_, let limit): size = limit
    default: size = pagination.size
    }
    let schema: Schema?
    switch size {
    case .parameter(let name): schema = context.parameterSchemas[name.text]
    case .body(let path): schema = schemas(at: path, from: bodySchema(context))?.first
    case nil: schema = nil
    }
    guard let schema else { return nil }
    let limit = schema.limits[.maximum] ?? schemas.resolved(schema).limits[.maximum]
    return limit.flatMap { Int($0.text) }
  }

  // MARK: Responses

  /// A path in the response.
  func path(
    _ fields: Fields, _ key: String, _ value: PaginationValue?, in context: PaginationContext
  ) -> FieldPath? {
    guard let node = fields[key],
      let path = schemas.fieldPath(
        node, for: "'\(key)'", in: context.shape, of: context.place, payload: context.payload),
      checkObjects(path, from: context.shape, payload: context.payload)
    else { return nil }
    if let value, let found = schemas(at: path, from: context.shape, payload: context.payload) {
      check(found, is: value, key, "'\(abbreviate(node.text ?? ""))'", at: node.occurrence)
    }
    return path
  }

  /// Reports a cursor in the response that doesn't fit its place in the request.
  func checkCursor(
    _ fields: Fields, _ key: String, _ path: FieldPath, fits place: Policies.Pagination.Place,
    _ target: String,
    in context: PaginationContext
  ) {
    let received = schemas(at: path, from: context.shape, payload: context.payload)
    checkFit(received, key, place, target, at: fields[key]?.occurrence ?? fields.keySpan(key), in: context)
  }

  /// - Parameter received: The schemas of the cursor in the response; nil if they aren't known.
  func checkFit(
    _ received: [Schema]?, _ key: String, _ place: Policies.Pagination.Place, _ target: String,
    at span: SourceSpan, in context: PaginationContext
  ) {
    let sent: [Schema]?
    switch place {
    case .parameter(let name): sent = context.parameterSchemas[name.text].map { [$0] }
    case .body(let path): sent = schemas(at: path, from: bodySchema(context))
    }
    let isNumber = received.map { !$0.isEmpty && $0.allSatisfy(isNumberInText) } ?? false
    guard let received = received.flatMap(types), let sent = sent.flatMap(types) else { return }
    // Numbers and texts are converted, but a text may be no number.
    if received.subtracting([.null]) == [.string], sent.isSubset(of: [.integer, .number]), !isNumber {
      report.error(
        .wrongType,
        "'\(key)' is \(words(received)), but '\(target)' is \(words(sent)), which most texts can't be sent as; "
          + "a text of digits has a 'pattern' such as \"^[0-9]+$\"", at: span)
      return
    }
    let shapes = [received, sent].map { types in
      Set(types.map { $0 == .array || $0 == .object ? $0 : .string })
    }
    guard shapes[0].isDisjoint(with: shapes[1]) else { return }
    report.error(
      .wrongType,
      "'\(key)' is \(words(received)), but '\(target)' is \(words(sent)), so the cursor can't be sent",
      at: span)
  }

  /// Whether a text is known to be a number.
  private func isNumberInText(_ schema: Schema) -> Bool {
    let schema = schemas.resolved(schema)
    return schema.pattern != nil || [.int32, .int64, .uint32, .uint64, .decimal].contains(schema.format)
  }

  /// Reports a response that has no list or map of elements in it.
  func checkList(_ node: YAMLNode, in context: PaginationContext) {
    guard let payload = context.payload ?? (context.place == "the response" ? context.shape : nil) else {
      return
    }
    var visited: Set<String> = []
    guard !mayHaveList(payload, &visited, depth: 0) else { return }
    report.error(
      .wrongType, "'pagination' is for lists, but the response has neither a list nor a map in it",
      at: node.startSpan)
  }

  private func mayHaveList(_ schema: Schema, _ visited: inout Set<String>, depth: Int) -> Bool {
    if schema.isPayloadHole || schemas.ownType(of: schema) != nil { return true }
    if let name = schema.reference {
      guard depth < 16, visited.insert(name.text).inserted else { return false }
      guard let target = folder.schema(named: name.text) else { return true }
      if mayHaveList(target, &visited, depth: depth + 1) { return true }
    }
    if schema[.items] != nil && schema.array.prefixItems.isEmpty || schema.types.contains(.array) {
      return true
    }
    if let rest = schema[.additionalProperties], !rest.isNever { return true }
    let parts = schema.allOf + schema.anyOf + schema.oneOf
    let saysNothing = schema.types.isEmpty && parts.isEmpty && schema.reference == nil && !schema.isNever
    if saysNothing || !schema.object.patternProperties.isEmpty { return true }
    if schema.types == [.object], schema.object.properties.isEmpty, parts.isEmpty {
      return schema.format != .empty
    }
    return (parts + schema.object.properties.map(\.schema)).contains {
      depth >= 16 || mayHaveList($0, &visited, depth: depth + 1)
    }
  }

  // MARK: Types

  /// Reports a path that leads into a list or a map, where there isn't one value.
  private func checkObjects(_ path: FieldPath, from shape: Schema, payload: Schema? = nil) -> Bool {
    var current = [shape]
    for (position, name) in path.components.enumerated() {
      current = current.map { $0.isPayloadHole ? payload ?? $0 : $0 }
      let found = current.flatMap { parts(of: $0, named: name) }
      if found.isEmpty {
        guard position > 0, let types = types(of: current), types.isSubset(of: [.array, .object, .null]),
          case .found = schemas.step(name, from: current)
        else { return true }
        let parent = path.components[..<position].joined(separator: ".")
        report.error(
          .invalidPath,
          "'\(abbreviate(parent))' has several values, so '\(abbreviate(name))' in it isn't one value",
          at: path.span)
        return false
      }
      current = found
    }
    return true
  }

  /// The properties of that name and, of tuples, the element at that place.
  private func parts(of schema: Schema, named name: String) -> [Schema] {
    let tuple = schemas.resolved(schema).array.prefixItems
    let element = Int(name).flatMap { tuple.indices.contains($0) ? tuple[$0] : nil }
    return schemas.ownProperties(of: schema).filter { $0.name.text == name }.map(\.schema)
      + (element.map { [$0] } ?? [])
  }

  /// The schemas at a path; nil if they can't be known.
  func schemas(at path: FieldPath, from shape: Schema?, payload: Schema? = nil) -> [Schema]? {
    guard let shape else { return nil }
    var current = [shape]
    for name in path.components {
      current = current.map { $0.isPayloadHole ? payload ?? $0 : $0 }
      current = current.flatMap { parts(of: $0, named: name) }
      if current.isEmpty { return nil }
    }
    return current.map { $0.isPayloadHole ? payload ?? $0 : $0 }
  }

  private func check(
    _ found: [Schema], is value: PaginationValue, _ key: String, _ what: String, at span: SourceSpan,
    hint: String? = nil
  ) {
    guard let types = types(of: found) else { return }
    let isCounted = value == .flag && !types.contains(.boolean) && !found.contains(where: isZeroOrOne)
    guard !value.accepts(types) || isCounted else { return }
    report.error(
      .wrongType,
      "'\(key)' must be \(value.noun), but \(what) is \(words(types))\(hint.map { "; \($0)" } ?? "")",
      at: span)
  }

  /// Whether an integer is 0 or 1.
  private func isZeroOrOne(_ schema: Schema) -> Bool {
    let resolved = schemas.resolved(schema)
    let values = resolved.const.map { [$0] } ?? resolved.enumeration?.cases.map(\.value) ?? []
    let isListed = !values.isEmpty && values.allSatisfy { ["0", "1"].contains($0.tagText) }
    return resolved.format == .flag || isListed
      || resolved.limits[.minimum]?.text == "0" && resolved.limits[.maximum]?.text == "1"
  }

  /// The JSON types that values may have; nil if they may have any.
  func types(of schemas: [Schema]) -> Set<JSONType>? {
    var types: Set<JSONType> = []
    for schema in schemas {
      guard let own = self.types(of: schema, depth: 0) else { return nil }
      types.formUnion(own)
    }
    return types
  }

  private func types(of schema: Schema, depth: Int) -> Set<JSONType>? {
    guard depth < 16 else { return nil }
    let resolved = schemas.resolved(schema)
    if !resolved.types.isEmpty { return Set(resolved.types) }
    let alternatives = resolved.anyOf + resolved.oneOf
    if !alternatives.isEmpty {
      let found = alternatives.map { types(of: $0, depth: depth + 1) }
      return found.contains(nil) ? nil : found.reduce(into: []) { $0.formUnion($1 ?? []) }
    }
    return resolved.allOf.lazy.compactMap { types(of: $0, depth: depth + 1) }.first
  }

  private func words(_ types: Set<JSONType>) -> String {
    let nouns: [JSONType: String] = [
      .null: "null", .boolean: "a boolean", .integer: "an integer", .number: "a number", .string: "a string",
      .array: "a list", .object: "an object",
    ]
    let list = JSONType.allCases.filter { types.contains($0) && (types.count == 1 || $0 != .null) }
    return list.compactMap { nouns[$0] }.joined(separator: " or ")
  }
}

extension Endpoint.Body {
  /// The schema of a body that is one object.
  fileprivate var object: Schema? {
    switch self {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _): schema
    default: nil
    }
  }
}
