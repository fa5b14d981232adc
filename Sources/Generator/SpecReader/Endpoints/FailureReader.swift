import APIModel
import Diagnostics
import SpecYAML

/// Reads `failures`: the bodies of responses that mean failure.
struct FailureReader {
  let schemas: SchemaReader
  private var report: Report { schemas.report }

  /// Keys whose values are paths to the service's own error.
  static let pathKeys = ["code", "message", "field", "value", "retryAfter", "retryAfterIs"]

  /// Hints for keys that people write under `failures`.
  static let hints = Dictionary(
    uniqueKeysWithValues: ["error", "failure", "onError", "onFailure", "errorResponse"].map {
      ($0, "the bodies of failures are under 'failures', by status, and error codes under 'errors'")
    })

  /// Reads status → schema, or → `{schema, code, message, field, value, retryAfter}`; nil for `none`.
  func failures(_ node: YAMLNode) -> [Failure]? {
    if node.text == "none" || node.asBool == false { return nil }
    guard let entries = node.entries else {
      let hint = node.text.map { "write {default: \(abbreviate($0))} if every failure is one" }
      report.mismatch(node, expected: "'none' or a mapping", for: "'failures'", hint: hint)
      return []
    }
    return entries.filter { !$0.name.hasPrefix("x-") }.compactMap { entry in
      guard let statuses = report.statuses(entry.key) else { return nil }
      guard statuses.lowerBound >= 300 || statuses == Endpoint.Response.otherStatuses else {
        report.error(
          .invalidStatus,
          "a response with status \(entry.name) is a response, and belongs under 'responses'; failures begin at 300",
          at: entry.key.occurrence)
        return nil
      }
      let failure = failure(entry.value, statuses: statuses, at: entry.key.occurrence)
      if let failure, failure.payload != .empty { report.checkBody(with: statuses, at: failure.span) }
      return failure
    }
  }

  private func failure(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan) -> Failure? {
    let keys = node.entries?.map(\.name) ?? []
    if let type = node.entries?.first(where: { $0.name.contains("/") && !$0.name.hasPrefix("x-") }) {
      report.error(
        .misplacedKey,
        "a failure has one form, whatever its media type; write the type of its body, as in 'default: Problem', or 'text', "
          + "or {bytes: media type, codec: Type}",
        at: type.key.occurrence)
      return nil
    }
    if keys.contains("codec") || keys.contains("bytes") {
      return decodedFailure(node, statuses: statuses, at: span)
    }
    guard keys.contains("schema") || (!keys.isEmpty && keys.allSatisfy(Self.pathKeys.contains)) else {
      return Failure(statuses: statuses, payload: payload(node), span: span)
    }
    let what = "a failure"
    guard let fields = Fields(node, what: what, keys: ["schema"] + Self.pathKeys, report: report) else {
      return nil
    }
    fields.require("schema", in: what, hint: ", the type of its body")
    guard let schema = fields["schema"] else { return nil }
    var failure = Failure(statuses: statuses, payload: payload(schema), span: span)
    guard case .json(let shape) = failure.payload else {
      report.error(
        .conflictingKeys, "a body that isn't JSON can't have a 'code' or 'message'", at: schema.occurrence)
      return failure
    }
    failure.paths = paths(fields, in: shape, of: "the body of the failure")
    if failure.paths.retryAfter != nil, !failure.paths.hasError {
      report.error(
        .missingKey, "'retryAfter' is a part of an error, which needs 'code' or 'message'",
        at: fields.keySpan("retryAfter"))
    }
    return failure
  }

  /// `{bytes: application/x-protobuf, codec: Problem}`.
  private func decodedFailure(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan) -> Failure? {
    let hint = "a codec decodes the whole body, and only paths in JSON lead to the service's error"
    guard
      let fields = Fields(
        node, what: "a failure with a codec", keys: ["bytes", "codec"],
        hints: Dictionary(uniqueKeysWithValues: Self.pathKeys.map { ($0, hint) }), report: report)
    else { return nil }
    fields.require(
      "codec", in: "a failure of bytes", hint: "; every error has the bytes of its response's body without it"
    )
    var failure = Failure(statuses: statuses, payload: .bytes, span: span)
    failure.codec = schemas.codec(fields, besides: fields["bytes"] == nil ? [] : ["bytes"])
    failure.mediaType = fields["bytes"].flatMap { report.mediaType($0, for: "'bytes'") }
    return failure
  }

  private func payload(_ node: YAMLNode) -> Endpoint.Response.Payload {
    switch node.text {
    case "empty": return .empty
    case "text" where schemas.folder.definition("text", in: .schemas) == nil: return .text
    case "bytes":
      report.error(
        .unknownType,
        "every error has the bytes of its response's body; to decode nothing, write 'empty'",
        at: node.occurrence)
      return .empty
    case "none":
      report.error(
        .unknownType, "unknown type 'none'; to decode nothing, write 'empty'", at: node.occurrence
      )
      return .empty
    default: return .json(schemas.schema(node, at: .inside))
    }
  }

  /// The paths under `code`, `message`, `field`, `value` and `retryAfter`.
  func paths(_ fields: Fields, in shape: Schema, of place: String) -> FailurePaths {
    func path(_ key: String) -> FieldPath? {
      fields[key].flatMap { schemas.fieldPath($0, for: "'\(key)'", in: shape, of: place) }
    }
    var paths = FailurePaths(
      code: path("code"), message: path("message"), field: path("field"), rejectedValue: path("value"),
      retryAfter: path("retryAfter"))
    if let node = fields["retryAfterIs"] {
      paths.retryAfterUnit = unit(node) ?? .seconds
      if fields["retryAfter"] == nil {
        report.error(
          .missingKey, "'retryAfterIs' is the unit of 'retryAfter', which isn't here",
          at: fields.keySpan("retryAfterIs"))
      }
    } else if let path = paths.retryAfter {
      checkUnit(path, in: shape)
    }
    return paths
  }

  private func unit(_ node: YAMLNode) -> FailurePaths.WaitUnit? {
    guard let text = report.text(node, for: "'retryAfterIs'") else { return nil }
    if let unit = FailurePaths.WaitUnit(rawValue: text) { return unit }
    let known = FailurePaths.WaitUnit.allCases.map(\.rawValue)
    let isTime = ["timestamp", "timestampMilliseconds", "date-time", "date"].contains(text)
    report.error(
      .invalidValue,
      "'retryAfterIs' must be \(alternatives(known)), not '\(abbreviate(text))'"
        + (isTime
          ? "; a point in time says so by its type: 'timestamp', 'timestampMilliseconds' or 'date-time'"
          : ""),
      at: node.occurrence, suggestion: isTime ? nil : report.suggestion(for: text, in: known))
    return nil
  }

  /// Warns of a number of seconds whose name says that it is something else.
  private func checkUnit(_ path: FieldPath, in shape: Schema) {
    guard let name = path.components.last else { return }
    var schema: Schema? = shape
    for component in path.components {
      guard let parent = schema else { break }
      schema = schemas.ownProperties(of: parent).first { $0.name.text == component }?.schema
    }
    // The type of a point in time says so.
    guard let schema, !Set([.integer, .number]).isDisjoint(with: schemas.resolved(schema).types),
      ![.timestamp, .timestampMilliseconds].contains(schemas.resolved(schema).format)
    else { return }
    let words = name.wordsInLowercase
    let advice: String
    if words.contains(where: ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"].contains) {
      advice = "write 'retryAfterIs: milliseconds' beside it, or 'retryAfterIs: seconds' if that is meant"
    } else if let last = words.last, ["at", "timestamp", "until", "date"].contains(last) {
      advice =
        "if it is a point in time, its type is 'timestamp' or 'timestampMilliseconds'; otherwise write "
        + "'retryAfterIs: seconds'"
    } else {
      return
    }
    report.warning(
      .probableMistake, "'\(abbreviate(name))' is read as a number of seconds; \(advice)", at: path.span)
  }
}

extension EndpointReader {
  /// The endpoint's own failures, and whether it inherits the module's.
  func readFailures(_ fields: Fields, into endpoint: inout Endpoint) {
    guard let node = fields["failures"] else { return }
    guard let failures = FailureReader(schemas: schemas).failures(node) else {
      endpoint.takesModuleFailures = false
      return
    }
    endpoint.failures = failures
    let answered = endpoint.responses.filter { !(200...299).contains($0.statuses.lowerBound) }
    for failure in failures {
      guard
        let response = answered.first(where: {
          $0.statuses == failure.statuses || $0.statuses == Endpoint.Response.otherStatuses
        })
      else { continue }
      report.error(
        .conflictingKeys,
        "'responses' describes this status, so it is a response and not a failure",
        at: failure.span,
        notes: [.init("described here", at: response.span)])
    }
  }
}

extension String {
  /// `retryAfterMs` and `retry_after_ms`: `retry`, `after`, `ms`.
  fileprivate var wordsInLowercase: [String] {
    var words = [""]
    for scalar in unicodeScalars {
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      if !isLetter || (scalar.properties.isUppercase && words.last?.last?.isLowercase == true) {
        words.append("")
      }
      if isLetter { words[words.count - 1].unicodeScalars.append(scalar) }
    }
    return words.filter { !$0.isEmpty }.map { $0.lowercased() }
  }
}
