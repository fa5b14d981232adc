import APIModel
import MockServer
import SchemaValues

/// What a response says beside its payload: header fields and error codes.
extension DriftExchange {
  /// Compares the header fields that the endpoint describes. Others are the server's own business.
  func walkHeaders(_ walker: inout DriftWalker) {
    // Some tools record responses without them.
    guard exchange.hasRequest, !exchange.responseFields.isEmpty else { return }
    for header in endpoint.headers(status: exchange.status) {
      let name = header.name.text
      let label = "\(endpoint.operation)[\(name)]"
      walker.table.visit(header.name.span)
      let texts = exchange.responseFields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      guard !texts.isEmpty else {
        if header.isRequired { walker.table.record(.missingHeader, at: header.name.span, label) }
        continue
      }
      let isSecret = walker.secrets.isSecret(name: name)
      walker.walk(
        HeaderValue(walker.checker).value(name, texts, header.schema), header.schema,
        .init(label: label, isSecret: isSecret))
    }
  }

  /// Compares the error that a failure reports with those that the spec lists.
  func walkError(_ value: Literal, _ paths: FailurePaths, _ walker: inout DriftWalker) {
    let known = endpoint.errors + module.errors
    func part(_ path: FieldPath?) -> String? {
      switch path.flatMap({ value.part(at: $0) }) {
      case .string(let text): text
      case .number(let number): number.text
      default: nil
      }
    }
    // A spec that lists none doesn't claim to know them.
    guard !known.isEmpty, let code = part(paths.code) else { return }
    let message = part(paths.message)
    guard !known.contains(where: { $0.describes(code: code, message: message) }) else { return }
    var error: DriftFinding.ErrorName?
    if Int64(code) != nil || walker.secrets.mayShow(code) { error = .init(code: code) }
    // The code alone is known, with other messages.
    if known.contains(where: { $0.describes(code: code, message: nil) }), let message, error != nil {
      error = walker.secrets.mayShow(message) ? .init(code: code, message: message) : nil
    }
    walker.table.record(.newError(error), at: endpoint.name.span, endpoint.operation) {
      $0.totalAt = SpecPlace(endpoint.span)
    }
  }

  /// The value that texts outside of JSON mean.
  func value(_ texts: [String], _ schema: Schema, in walker: DriftWalker) -> Literal {
    let values = TextValue(walker.checker)
    let types = ValueTypes(of: schema, in: walker.index)
    if !types.isAny, types.types.contains(.array) { return values.list(texts, schema) }
    if let text = texts.first, types.types.contains(.object),
      let json = try? JSONText.value(of: text), case .object = json
    {
      return json
    }
    return texts.first.map { values.scalar($0, schema) } ?? .null
  }
}
