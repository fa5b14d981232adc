import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// A response while it is read, with what its formats need for that.
package struct ReceivedResponse: Sendable {
  package let head: HTTPResponse
  /// The body, decompressed; empty if it is streamed.
  package let body: [UInt8]
  /// The body of a streamed response.
  package let stream: HTTPResponseBody?
  package let call: CallContext

  init(_ response: TransportResponse, stream: HTTPResponseBody?, call: CallContext) {
    head = response.response
    body = response.body
    self.stream = stream
    self.call = call
  }

  package var status: Int { head.status.code }
  /// The value of the `Content-Type` field; nil if there is none.
  package var contentType: String? { head.headerFields[.contentType] }
  /// The same without secrets, for errors.
  package var printableType: String? { contentType.map { call.redaction($0).printable } }
  /// The beginning of the body, for errors.
  package var excerpt: String { BodyExcerpt.text(of: body, redaction: call.redaction) }

  /// More would overflow the clock.
  private static var longestTime: Duration { .seconds(1 << 32) }

  /// Returns the options for decoding the body, whose time begins now.
  package func startDecoding() -> JSONDecoding {
    var options = call.reportingDecoding
    options.heedsCancellation = true
    options.memory = CountedMemory()
    // Reading has a time limit of its own, so a slow server doesn't leave too little time to read its response.
    options.end = .now + min(call.timeout, Self.longestTime)
    return options
  }

  /// Returns the violations without secrets, or throws them if validation is strict.
  package func checked(_ violations: [Violation]) throws(ResponseRefusal) -> [Violation] {
    do throws(RefusedViolations) {
      return try call.checked(violations, in: body)
    } catch {
      throw ResponseRefusal(.violations(error.all))
    }
  }

  func redacted(_ failure: ServiceFailure) -> ServiceFailure {
    failure.redacted(by: call.redaction, secretNames: call.secretNames)
  }

  /// Returns the refusal of a body that isn't what its format describes.
  package func refusal(_ error: JSONError) -> ResponseRefusal {
    switch error.stop {
    case .cancellation: return .interruption
    case .lateness: return ResponseRefusal(.timedOut(after: call.timeout))
    case nil: break
    }
    if error.kind == .syntax ? !looksLikeJSON : isTextRefused(by: error) {
      return ResponseRefusal(.notJSON(contentType: printableType, excerpt: excerpt))
    }
    let redacted = call.redacted(error, in: body)
    return ResponseRefusal(error.isTruncation(of: body) ? .incomplete(redacted) : .decoding(redacted))
  }

  /// Whether an error in the type of the whole body is about a text that only begins like JSON, such as
  /// `404 page not found`.
  private func isTextRefused(by error: JSONError) -> Bool {
    guard error.kind == .typeMismatch, error.path.isEmpty, body.count <= Self.longestText
    else { return false }
    do throws(JSONError) {
      _ = try JSON.decode(body)
      return false
    } catch {
      return !error.isTruncation(of: body)
    }
  }

  /// A longer body, in bytes, isn't read once more for a better message.
  private static var longestText: Int { 65_536 }

  /// Whether the first byte of the body after white space begins a JSON value.
  private var looksLikeJSON: Bool {
    var start = body.has("\u{FEFF}", at: 0) ? 3 : 0
    while start < body.count, " \t\n\r".has(body[start]) { start += 1 }
    guard start < body.count else { return false }
    return "{[\"-0123456789".has(body[start])
      || ["true", "false", "null"].contains { body.has($0, at: start) }
  }
}

/// The reason why a response is a failure.
package struct ResponseRefusal: Error {
  package var kind: APIError.Kind
  /// Whether decoding stopped only because the task was cancelled.
  package private(set) var isInterruption = false
  /// The body of a failure.
  var body: (any Sendable)?
  /// The reason why the body isn't what the endpoint describes.
  var problem: String?
  /// The constraints that it violates.
  var violations: [Violation] = []

  package init(_ kind: APIError.Kind) { self.kind = kind }

  package static var interruption: ResponseRefusal {
    var refusal = ResponseRefusal(.decoding(JSONError(stoppedBy: .cancellation)))
    refusal.isInterruption = true
    return refusal
  }
}
