import APIModel
import SchemaValues

/// Checks the parts of a multipart body.
struct MultipartCheck {
  let parts: [Endpoint.Part]
  let values: TextValue

  func problems(of bytes: [UInt8], boundary: String) -> [Problem] {
    let body: MultipartBody
    do throws(MultipartBody.Problem) {
      body = try MultipartBody(bytes, boundary: boundary)
    } catch {
      let message =
        switch error {
        case .undivided: "isn't divided by the boundary of its Content-Type"
        case .tooManyParts(let most): "has more than \(most) parts, which is more than this server reads"
        case .longHead(let most):
          "has a part with more than \(most) bytes of header fields, which is more than this server reads"
        }
      return [Problem(place: .body, keyword: "syntax", message: message)]
    }
    let unnamed = Problem(
      place: .body, keyword: "syntax", message: "has a part without a name in its Content-Disposition")
    return (body.hasUnnamedParts ? [unnamed] : [])
      + parts.flatMap { part in
        switch part.content {
        case .file(let mediaType, let isList): file(part, body, mediaType, isList)
        case .value(let schema):
          if let style = part.style, style.kind != .json {
            styled(part, body, schema, style)
          } else {
            value(part, body, schema)
          }
        }
      }
  }

  private func problem(
    _ part: Endpoint.Part, _ keyword: String, _ message: String, _ pointer: String = ""
  ) -> Problem {
    let place = [ValueStep.key(part.name.text)].pointer + pointer
    return Problem(place: .body, pointer: place, keyword: keyword, message: message)
  }

  private func missing(_ part: Endpoint.Part) -> [Problem] {
    part.isRequired ? [problem(part, "missing", "is missing")] : []
  }

  private func violations(_ part: Endpoint.Part, _ value: Literal, _ schema: Schema) -> [Problem] {
    guard let found = values.checker.violations(of: value, by: schema) else {
      return [problem(part, "size", "takes too much work to check")]
    }
    return found.map { problem(part, $0.keyword, $0.message, $0.path.pointer) }
  }

  // MARK: Files

  private func file(
    _ part: Endpoint.Part, _ body: MultipartBody, _ mediaType: String?, _ isList: Bool
  ) -> [Problem] {
    let sent = body.parts(named: part.name.text)
    guard !sent.isEmpty else { return missing(part) }
    if sent.count > 1, !isList { return [problem(part, "repeated", "is sent \(sent.count) times")] }
    guard let mediaType else { return [] }
    // Several types have commas between them (OpenAPI, "Encoding Object").
    let expected = mediaType.split(separator: ",").map { MediaType(withoutOuterSpaces($0)) }
    // Any file is bytes.
    if expected.contains(where: { $0.essence == "application/octet-stream" }) { return [] }
    return sent.enumerated().compactMap { position, file in
      // A part without a media type is text (RFC 7578, section 4.4).
      let type = MediaType(file.mediaType ?? "text/plain")
      guard !expected.contains(where: { $0.matches(type) }) else { return nil }
      let found = file.mediaType == nil ? "has no Content-Type" : "is \(type.essence)"
      let names = expected.map(\.essence).joined(separator: " or ")
      return problem(part, "mediaType", "\(found): \(names) is expected", isList ? "/\(position)" : "")
    }
  }

  // MARK: Values

  /// Checks a value in a style. The members of an object may be parts with names of their own.
  private func styled(
    _ part: Endpoint.Part, _ body: MultipartBody, _ schema: Schema, _ style: Parameter.Style
  ) -> [Problem] {
    let others = Set(parts.map(\.name.text)).subtracting([part.name.text])
    let inner = values.members(of: schema).names
    // A part that has the names of both a member and another part can't be told apart.
    if style.isExploded, style.kind != .deepObject, inner.contains(where: others.contains) { return [] }
    let members = parts.filter { $0.name.text != part.name.text }.flatMap { other -> [String] in
      guard other.style?.isExploded == true, case .value(let schema) = other.content else { return [] }
      return values.members(of: schema).names
    }
    let foreign = others.union(members).subtracting(inner)
    let pairs = body.parts.filter { !foreign.contains($0.name) }.map {
      TextPair(name: $0.name, text: SentText(String(decoding: $0.content, as: UTF8.self)))
    }
    let parameter = StyledField(name: part.name, style: style).parameter(schema)
    switch ParameterReader(parameter: parameter, values: values).read(TextPairs(pairs)) {
    case .absent:
      // An empty list or object has no parts.
      return [.array([]), .object([])].contains { values.checker.isAccepted($0, schema) } ? [] : missing(part)
    case .problem(let keyword, let message): return [problem(part, keyword, message)]
    case .value(let value): return violations(part, value, schema)
    }
  }

  private func value(_ part: Endpoint.Part, _ body: MultipartBody, _ schema: Schema) -> [Problem] {
    let sent = body.parts(named: part.name.text)
    guard let first = sent.first else { return missing(part) }
    let types = ValueTypes(of: schema, in: values.checker.index).types
    if sent.count > 1, part.style != nil || !types.contains(.array) {
      return [problem(part, "repeated", "is sent \(sent.count) times")]
    }
    if types.contains(.array) || types.contains(.object), !types.contains(.string),
      sent.contains(where: { TextPair.has(0x2C, moreThan: TextPair.mostCommas, in: $0.content) })
    {
      let message = "has more than \(TextPair.mostCommas) commas, which is more than this server reads"
      return [problem(part, "size", message)]
    }
    return violations(part, value(of: sent, first, schema, types), schema)
  }

  private func value(
    of sent: [MultipartBody.Part], _ first: MultipartBody.Part, _ schema: Schema, _ types: Set<JSONType>
  ) -> Literal {
    let texts = sent.map { String(decoding: $0.content, as: UTF8.self) }
    if sent.count > 1, types.contains(.array) {
      // A list of objects may be a part for each.
      let items = texts.compactMap { try? JSONText.value(of: $0) }.filter(\.isStructured)
      return items.count == texts.count ? .array(items) : values.list(texts, schema)
    }
    let isJSON = first.mediaType.map { MediaType($0).isJSON } == true
    let isStructured = types.contains(.array) || types.contains(.object)
    var readings: [Literal] = []
    if isStructured || isJSON, let value = try? JSONText.value(of: Array(first.content)) {
      if value.isObject, types.contains(.object) { return value }
      readings.append(value)
    }
    let text = types.contains(.array) ? values.list(texts, schema) : values.scalar(texts.first ?? "", schema)
    // Text that is neither is meant as text, except where it says otherwise or is a list.
    readings.insert(text, at: isJSON || readings.first?.isStructured == true ? readings.count : 0)
    return values.best(readings, schema) ?? text
  }
}

extension Literal {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
  fileprivate var isStructured: Bool { if case .array = self { true } else { isObject } }
}
