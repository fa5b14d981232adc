import WGNAPISupport

// The path.
extension RequestComposition {
  /// Replaces `{name}` with values. The text in between comes from the API description and is used unchanged.
  mutating func fillPath(
    _ template: PathTemplate, _ parameters: [EncodedParameter], _ credentials: [PlacedCredential]
  ) {
    for part in template.parts {
      switch part {
      case .text(let text): addPath(text)
      case .parameter(let name):
        if let credential = Self.credential(in: credentials, for: name) {
          append(credential, for: name)
        } else {
          appendSegment(name, parameters.first { $0.location == .path && $0.name == name })
        }
      }
    }
    if let problem = template.problem { refuse("path", "path", problem) }
    if !emptyValues.isEmpty { checkEmptyValues() }
    if mayChangeSegments, violations.isEmpty { checkSegments() }
  }

  private static func credential(
    in credentials: [PlacedCredential], for name: String
  ) -> PlacedCredential? {
    for credential in credentials {
      if case .path(let own) = credential.place, own == name { return credential }
    }
    return nil
  }

  @inline(never)
  private mutating func addPath(_ text: String, isSecret: Bool = false) {
    path += text
    redactedPath += isSecret ? Redaction.mark : text
  }

  /// Refuses a path that values with slashes or dots would lead elsewhere. URL parsers remove dot segments (RFC 3986,
  /// section 5.2.4), and some servers ignore what follows a semicolon or merge slashes.
  private mutating func checkSegments() {
    let segments = path.parts(at: UInt8(ascii: "/"))
    for (place, segment) in segments.enumerated() {
      let name = segment.beginning { $0 == UInt8(ascii: ";") }
      guard Self.isDots(name) || segment.isEmpty && place < segments.count - 1 else { continue }
      refuse("path", "path", "a path value can't contain an empty, '.' or '..' segment")
      break
    }
    mayChangeSegments = false
  }

  /// Refuses empty values that leave nothing but dots of their segment.
  @inline(never)
  private mutating func checkEmptyValues() {
    let bytes = path.bytes
    for (name, place) in emptyValues {
      let start = bytes[..<place].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      let end = bytes[place...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      let segment = String(repairing: Array(bytes[start..<end])).beginning { $0 == UInt8(ascii: ";") }
      if Self.isDots(segment) { refuse(name, "path", Self.unusableValue) }
    }
    emptyValues = []
  }

  /// Whether URL parsers remove a segment, also where its dots are escaped (RFC 3986, section 5.2.4; URL Standard, "single-dot
  /// URL path segment").
  private static func isDots(_ segment: String) -> Bool {
    guard segment.utf8.count <= 6 else { return false }
    let text = PercentEncoding.decode(segment.bytes)
    return text == "." || text == ".."
  }

  private static let unusableValue = "a value in the path can't be empty, '.' or '..'"

  private mutating func append(_ credential: PlacedCredential, for name: String) {
    guard !credential.text.isEmpty, credential.text != ".", credential.text != ".." else {
      return refuse(name, "path", "an empty text, '.' or '..' can't be a credential in a path")
    }
    // Telegram's tokens contain colons, which a path may contain (RFC 3986, section 3.3).
    let parts = credential.text.parts(at: UInt8(ascii: ":"))
    addPath(parts.map { PercentEncoding.encode($0) }.joined(separator: ":"), isSecret: true)
  }

  private mutating func appendSegment(_ name: String, _ parameter: EncodedParameter?) {
    guard let parameter, parameter.json != nil else {
      if parameter?.violations.isEmpty ?? true {
        refuse(name, "required", "the path needs a value")
      }
      return
    }
    if let styled = parameter.styled { return append(styled, of: parameter) }
    // A style that can't say the value has said so.
    if parameter.texts.isEmpty, !parameter.violations.isEmpty { return }
    let facts = parameter.facts
    let value = facts.prefix + parameter.texts.joined(separator: facts.separator ?? ",")
    // URL parsers remove dot segments (RFC 3986, section 5.2.4), and would call another endpoint.
    guard !value.isEmpty || facts.mayBeEmpty, value != ".", value != ".." else {
      return refuse(name, "path", Self.unusableValue)
    }
    if value.isEmpty { emptyValues.append((name, path.utf8.count)) }
    addPath(PercentEncoding.encode(value), isSecret: parameter.isSecret)
  }

  private mutating func append(_ styled: [ParameterStyle.Field], of parameter: EncodedParameter) {
    let text = styled.map { $0.encoded }.joined()
    guard !text.isEmpty || parameter.facts.mayBeEmpty else {
      return refuse(parameter.name, "path", "a value in the path can't be empty")
    }
    mayChangeSegments = true
    if text.isEmpty { emptyValues.append((parameter.name, path.utf8.count)) }
    addPath(text, isSecret: parameter.isSecret)
  }
}
