import APIModel
import Diagnostics
import MockServer
import SchemaValues

import struct WGNAPISupport.Redaction

/// Reads a response by the spec, as clients do, and finds what doesn't match.
package struct ResponseCheck {
  let module: Module
  let endpoint: Endpoint
  let index: SchemaIndex
  let checker: ValueChecker
  /// Hides the secrets of the call and those in the header fields of its responses.
  var redaction: Redaction
  /// Whether the request asked for some fields only.
  let isPartial: Bool

  /// - Parameter isPartial: whether the request asked for some fields only.
  package init(_ endpoint: Endpoint, of module: Module, redaction: Redaction, isPartial: Bool) {
    self.module = module
    self.endpoint = endpoint
    self.redaction = redaction
    self.isPartial = isPartial
    index = SchemaIndex(module)
    // Responses are large.
    checker = ValueChecker(index, limit: 20_000_000)
  }

  private var envelope: Envelope? { module.envelope(of: endpoint) }

  /// Reads a whole response.
  package func read(_ received: RawResponse) -> CheckedResponse {
    var reading = CheckedResponse()
    reading.redaction = redaction
    let isSuccess = (200..<300).contains(received.status)
    switch endpoint.response(status: received.status, contentType: received.contentType) {
    case .response(let response)
    where response.payload.refusesStream(of: received.contentType, status: received.status):
      readOther(received, [response], &reading)
    case .response(let response):
      readResponse(received, response, in: isSuccess ? envelope : nil, &reading)
    case .otherTypes(let responses): readOther(received, responses, &reading)
    case .undescribed where isSuccess && endpoint.responses.isEmpty:
      reading.isResponse = true
      show(received, &reading)
    case .undescribed: readFailure(received, &reading)
    }
    return reading
  }

  // MARK: Responses

  /// Reads a response of a media type that clients refuse.
  private func readOther(
    _ received: RawResponse, _ responses: [Endpoint.Response], _ reading: inout CheckedResponse
  ) {
    show(received, &reading)
    if let value = reading.value {
      // It may have secrets in the places that are described for other media types.
      reading.shown = responses.compactMap(\.payload.schema).reduce(value) { masked($0, $1, &reading) }
    }
    let types = responses.map { $0.mediaType?.text ?? $0.payload.usualType }.joined(separator: ", ")
    reading.problems.append(
      CallProblem(
        "response: Content-Type is \(received.contentType ?? "missing"); the spec describes \(types)",
        at: responses.first?.mediaType?.span ?? responses.first?.span))
  }

  private func readResponse(
    _ received: RawResponse, _ response: Endpoint.Response, in envelope: Envelope?,
    _ reading: inout CheckedResponse
  ) {
    reading.isResponse = true
    switch response.payload {
    case .bytes, .byteStream: break
    case .text: readText(received, &reading)
    case .stream, .events: break
    case .empty:
      show(received, &reading)
      if let envelope, let value = reading.value { read(value, in: envelope, nil, response.span, &reading) }
    case .json(let schema):
      guard let value = json(received, schema, response.span, &reading) else { break }
      if let envelope {
        read(value, in: envelope, schema, response.span, &reading)
      } else {
        reading.payload = value
        reading.shown = masked(value, schema, &reading)
        check(value, schema, at: [], &reading)
      }
      if response.mediaType == nil, let type = received.contentType, !ContentTypes.isJSON(type) {
        reading.problems.append(
          CallProblem(
            "response: it is JSON, but its Content-Type is \(type)", isWarning: true, at: response.span))
      }
    }
    if reading.failure == nil { checkHeaders(received, &reading) }
    if reading.failure == nil, received.status >= 300 {
      reading.problems.append(
        CallProblem(
          "status \(StatusText.text(received.status)), which the spec describes as a response",
          isWarning: true,
          at: response.span))
    }
  }

  /// The value of a body that should be JSON.
  private func json(
    _ response: RawResponse, _ schema: Schema, _ span: SourceSpan?, _ reading: inout CheckedResponse
  ) -> Literal? {
    do throws(JSONTextError) {
      let value = try JSONText.value(of: response.body)
      reading.value = value
      reading.shown = value
      return value
    } catch {
      show(response, &reading)
      reading.isHidden = !response.body.isEmpty && index.containsSecret(schema)
      let problem = shown(error, of: response.body, schema, reading)
      let other = response.contentType.flatMap { ContentTypes.isJSON($0) ? nil : $0 }
      let found = other.map { "it is \($0) and not JSON" } ?? "it isn't valid JSON"
      reading.problems.append(
        CallProblem(
          response.body.isEmpty
            ? "response: the body is empty, and JSON is expected"
            : problem.isLimit
              ? "response: it \(problem)"
              : "response: \(found): \(problem.error.message), at byte \(problem.error.byteOffset)",
          at: span))
      return nil
    }
  }

  /// An error in a text without secrets, and without anything that it quotes if nobody can tell where they are.
  func shown(
    _ error: JSONTextError, of text: [UInt8], _ schema: Schema, _ reading: CheckedResponse
  ) -> JSONTextError {
    if index.containsSecret(schema) { return error.silent }
    return error.with(message: reading.redaction(error.error.message, quoting: text))
  }

  private func readText(_ response: RawResponse, _ reading: inout CheckedResponse) {
    reading.text = ContentTypes.text(response.body, response.contentType)
    if reading.text == nil {
      reading.problems.append(CallProblem("response: it isn't text in its charset", at: endpoint.span))
    }
  }

  /// Shows a body about which the spec says nothing.
  private func show(_ response: RawResponse, _ reading: inout CheckedResponse) {
    if let value = try? JSONText.value(of: response.body) {
      reading.value = value
      reading.shown = value
    } else {
      reading.text = ContentTypes.text(response.body, response.contentType)
    }
  }

  /// Reads an envelope and, unless it reports a failure, the payload in it.
  ///
  /// - Parameter schema: the payload's schema; nil if it isn't read.
  private func read(
    _ value: Literal, in envelope: Envelope, _ schema: Schema?, _ span: SourceSpan,
    _ reading: inout CheckedResponse
  ) {
    guard case .object(let members) = value else {
      check(value, envelope.schema, at: [], &reading)
      return
    }
    let own = Set(index.flattenedObject(envelope.schema)?.properties.map(\.name.text) ?? [])
    let isRest = envelope.payload == nil
    let outer = members.filter { isRest ? own.contains($0.name) : $0.name != envelope.payload?.text }
    let payload =
      envelope.payload.map { value.member($0.text) } ?? .object(members.filter { !own.contains($0.name) })
    let path: [ValueStep] = envelope.payload.map { [.key($0.text)] } ?? []
    // The members stay in their order.
    let shownOuter = masked(.object(outer), envelope.schema, &reading)
    // A payload that isn't read is beside a failure, and may be that of any response.
    let schemas = schema.map { [$0] } ?? endpoint.responses.compactMap(\.payload.schema)
    let shownPayload = payload.map { value in schemas.reduce(value) { masked($0, $1, &reading) } }
    reading.shown = .object(
      members.map { member in
        let shown =
          shownOuter.member(member.name) ?? (isRest ? shownPayload?.member(member.name) : shownPayload)
        return .init(name: member.name, value: shown ?? member.value)
      })
    check(.object(outer), envelope.schema, at: [], &reading)
    if let failure = failure(in: value, envelope) {
      reading.failure = failure
      reading.isResponse = false
      return
    }
    guard let schema else { return }
    guard let payload else {
      if !index.resolved(schema).isNullable {
        reading.problems.append(
          CallProblem("response: the payload '\(envelope.payload?.text ?? "")' is missing", at: span))
      }
      return
    }
    reading.payload = payload
    check(payload, schema, at: path, &reading)
  }

  // MARK: Failures

  private func failure(in value: Literal, _ envelope: Envelope) -> CallProblem? {
    guard let failure = envelope.failure, failure.isReported(in: value) else { return nil }
    return serviceError(in: value, failure.paths)
      ?? CallProblem("the service reports a failure", at: failure.property.span)
  }

  /// The error of the service at its paths.
  private func serviceError(in value: Literal, _ paths: FailurePaths) -> CallProblem? {
    func part(_ path: FieldPath?, isWhole: Bool = false) -> Literal? {
      path.flatMap { value.part(at: $0, isWhole: isWhole) }
    }
    let (code, message) = (part(paths.code), part(paths.message))
    guard code != nil || message != nil else { return nil }
    // One text may be both.
    let isOne = paths.code?.components == paths.message?.components
    let words = [code?.text, isOne ? nil : message?.text].compactMap(\.self).joined(separator: ": ")
    var text = "the service reports \(words)"
    if let field = part(paths.field) { text += ", field '\(field.text)'" }
    if let rejected = part(paths.rejectedValue, isWhole: true) { text += ", value \(rejected.json)" }
    if let wait = part(paths.retryAfter) {
      // A point in time has its own form.
      let unit =
        if case .number = wait { paths.retryAfterUnit == .seconds ? " s" : " ms" } else { "" }
      text += "; it may be sent again after \(wait.text)\(unit)"
    }
    let known = (endpoint.errors + module.errors).first {
      $0.describes(code: code?.text, message: message?.text)
    }
    if let summary = known?.documentation.summary { text += " (\(summary))" }
    if known == nil { text += "; the spec doesn't list this error" }
    return CallProblem(text, at: known?.message.span ?? endpoint.name.span)
  }

  private func readFailure(_ response: RawResponse, _ reading: inout CheckedResponse) {
    show(response, &reading)
    let status = "status \(StatusText.text(response.status))"
    let described = response.status >= 300 ? endpoint.failure(status: response.status, in: module) : nil
    if let value = reading.value, let envelope, let failure = failure(in: value, envelope) {
      reading.failure = failure
      reading.failure?.message += " (\(status))"
      read(value, in: envelope, nil, endpoint.span, &reading)
      return
    }
    guard let described else {
      let isSuccess = (200..<300).contains(response.status)
      let what = isSuccess ? "a response" : "a failure"
      reading.failure = CallProblem(
        "\(status); the spec doesn't describe \(what) with it", at: endpoint.name.span)
      return
    }
    reading.failure = CallProblem("\(status), as the spec describes", at: described.span)
    switch described.payload {
    case .json(let schema):
      guard let value = reading.value ?? json(response, schema, described.span, &reading) else { return }
      reading.shown = masked(value, schema, &reading)
      check(value, schema, at: [], &reading)
      if let error = serviceError(in: value, described.paths) {
        reading.failure = error
        reading.failure?.message += " (\(status))"
      }
    case .text: readText(response, &reading)
    default: break
    }
  }

  // MARK: Header fields

  private func checkHeaders(_ response: RawResponse, _ reading: inout CheckedResponse) {
    hideSecrets(of: reading)
    for header in endpoint.headers(status: response.status) {
      let name = header.name.text
      let values = response.values(of: name)
      guard !values.isEmpty else {
        if header.isRequired {
          reading.problems.append(
            CallProblem("response: the header field \(name) is missing", at: header.name.span))
        }
        continue
      }
      let fields = HeaderValue(checker)
      if let problem = fields.problem(name, values, header.schema) {
        reading.problems.append(
          CallProblem("response: header field \(name) \(problem)", at: header.name.span))
        continue
      }
      let value = fields.value(name, values, header.schema)
      for violation in checker.violations(of: value, by: header.schema) ?? [] {
        let hides = index.containsSecret(header.schema)
        reading.problems.append(
          CallProblem(
            "response: header field \(name): \(hides ? "the secret value breaks it" : violation.message) [\(violation.keyword)]",
            at: violation.span ?? header.schema.span))
      }
    }
  }
}
