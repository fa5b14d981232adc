import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// Decodes a response to the request's answer or to an error.
struct ResponseReading<Request: APIRequest> {
  typealias Envelope = Request.ServiceEnvelope

  struct Content: ReadContent {
    let value: Request.Response
    let envelope: Envelope?
    let violations: [Violation]
    var memory: Int?

    init(
      _ value: Request.Response, in envelope: Envelope? = nil, violations: [Violation] = [], memory: Int?
    ) {
      (self.value, self.envelope, self.violations, self.memory) = (value, envelope, violations, memory)
    }
  }

  /// The reason why a response isn't an answer.
  struct Refusal: Error {
    let kind: APIError.Kind
    /// Whether decoding stopped only because the task was cancelled.
    var isInterruption = false
    /// The body of a failure.
    var body: (any Sendable)?
    /// The reason why the body isn't what the endpoint describes.
    var problem: String?
    /// The constraints that it violates.
    var violations: [Violation] = []

    static var interruption: Refusal {
      Refusal(kind: .decoding(JSONError(stoppedBy: .cancellation)), isInterruption: true)
    }
  }

  let call: CallContext
  /// The body of a streamed answer.
  let stream: ResponseBody?

  var redaction: Redaction { call.redaction }
  /// The fields that were asked for; nil for all.
  private var selection: (any SelectedFields)? { call.selection }
  private var hasEnvelope: Bool { Envelope.self != NoEnvelope.self }

  /// More would overflow the clock.
  private static var longestTime: Duration { .seconds(1 << 32) }

  /// The options for decoding.
  var readingOptions: JSONDecoding {
    var options = call.reportingDecoding
    options.heedsCancellation = true
    options.memory = CountedMemory()
    // Reading has a time limit of its own, so a slow server doesn't leave too little time to read its response.
    options.end = .now + min(call.timeout, Self.longestTime)
    return options
  }

  /// Decodes a response.
  func read(_ response: TransportResponse) throws(Refusal) -> Content {
    let status = response.response.status.code
    let isSuccess = (200..<300).contains(status)
    let content = Request.endpoint.response.content
    if case .byStatus(let cases) = content {
      let type = response.response.headerFields[.contentType]
      switch ResponseFormat.choose(status, type, among: cases) {
      case .content(let content):
        return try read(content, response, inEnvelope: isSuccess && hasEnvelope)
      case .none(let expected): throw unexpected(response, expected)
      case .undescribed: break
      }
    } else if isSuccess {
      return try read(content, response, inEnvelope: hasEnvelope)
    }
    throw try failure(response)
  }

  private func read(
    _ content: ResponseFormat<Request.Response>.Content, _ response: TransportResponse, inEnvelope: Bool
  ) throws(Refusal) -> Content {
    switch content {
    case .bytes(let make): return Content(make(response.body), memory: 0)
    case .decoded(let decode):
      return Content(try value(of: response, decode), memory: nil)
    case .stream(let accept, let isOnlyThat, let make):
      let body = stream ?? ResponseBody(response.body)
      let accepted = (accept ?? "").parts(at: UInt8(ascii: ",")).compactMap { MediaRange($0.trimmed()) }
      if !accepted.isEmpty, response.response.status.code != 204 {
        let type = response.response.headerFields[.contentType].flatMap { MediaRange($0) }
        let isWrong =
          isOnlyThat
          ? type?.essence != accepted[0].essence : type?.essence == "text/html"
        if isWrong {
          body.close()
          throw unexpected(response, accepted)
        }
      }
      let value = make(StreamedAnswer(response: response.response, body: body, call: call))
      return Content(value, memory: nil)
    case .text(let make):
      let text = try text(of: response)
      return Content(make(text), memory: 0)
    case .payload(let format):
      if response.body.isEmpty, let empty = format as? EmptyPayload<Request.Response> {
        return Content(empty.make(), memory: 0)
      }
      return inEnvelope ? try readEnveloped(format, response) : try readBare(format, response)
    case .byStatus:
      // The builder creates no nested entries.
      throw Refusal(kind: .httpStatus(excerpt: ""))
    }
  }

  private func readBare(
    _ format: any PayloadFormat<Request.Response>, _ response: TransportResponse
  ) throws(Refusal) -> Content {
    let content: (value: Request.Response, violations: [Violation])
    let options = readingOptions
    do throws(JSONError) {
      content = try format.read(response.body, selection: selection, options: options)
    } catch {
      throw refusal(error, response)
    }
    let violations = try checked(content.violations, response.body)
    return Content(content.value, violations: violations, memory: options.memory?.bytes)
  }

  private func readEnveloped(
    _ format: any PayloadFormat<Request.Response>, _ response: TransportResponse
  ) throws(Refusal) -> Content {
    let content: EnvelopeContent<Envelope, Request.Response>
    let options = readingOptions
    do throws(JSONError) {
      content = try format.read(response.body, in: Envelope.self, selection: selection, options: options)
    } catch {
      throw refusal(error, response)
    }
    if let failure = content.envelope.failure {
      throw Refusal(kind: .service(redacted(failure)), body: content.envelope)
    }
    let value: Request.Response
    do throws(JSONError) {
      value = try content.payload.get()
    } catch {
      throw refusal(error, response)
    }
    let violations = try checked(content.violations, response.body)
    return Content(
      value, in: content.envelope, violations: violations, memory: options.memory?.bytes)
  }

  /// Returns the envelope of a response with a failure status if it reports the service's error.
  func failedEnvelope(in body: [UInt8]) -> (envelope: Envelope, failure: ServiceFailure)? {
    guard hasEnvelope, !body.isEmpty else { return nil }
    let format = EmptyPayload<Void> { () }
    let content = try? format.read(
      body, in: Envelope.self, selection: nil, options: JSONDecoding(validation: .off))
    guard let content, let failure = content.envelope.failure else { return nil }
    return (content.envelope, redacted(failure))
  }
}

// Errors.
extension ResponseReading {
  /// Returns the violations without secrets, or throws them if validation is strict.
  func checked(_ violations: [Violation], _ body: [UInt8]) throws(Refusal) -> [Violation] {
    do throws(RefusedViolations) {
      return try call.checked(violations, in: body)
    } catch {
      throw Refusal(kind: .violations(error.all))
    }
  }

  func redacted(_ failure: ServiceFailure) -> ServiceFailure {
    failure.redacted(by: redaction, secretNames: call.secretNames)
  }

  func excerpt(_ body: [UInt8]) -> String { BodyExcerpt.text(of: body, redaction: redaction) }

  func refusal(_ error: JSONError, _ response: TransportResponse) -> Refusal {
    switch error.stop {
    case .cancellation: return .interruption
    case .lateness: return Refusal(kind: .timedOut(after: call.timeout))
    case nil: break
    }
    let body = response.body
    if error.kind == .syntax, !Self.looksLikeJSON(body) {
      let type = response.response.headerFields[.contentType].map { redaction($0).printable }
      return Refusal(kind: .notJSON(contentType: type, excerpt: excerpt(body)))
    }
    let redacted = redaction(error, withholding: redaction.pieces(ofThoseIn: body))
    return Refusal(kind: error.isTruncation(of: body) ? .incomplete(redacted) : .decoding(redacted))
  }

  /// Returns whether the first byte after white space begins a JSON value.
  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    var start = body.has("\u{FEFF}", at: 0) ? 3 : 0
    while start < body.count, " \t\n\r".has(body[start]) { start += 1 }
    guard start < body.count else { return false }
    return "{[\"-0123456789".has(body[start])
      || ["true", "false", "null"].contains { body.has($0, at: start) }
  }
}
