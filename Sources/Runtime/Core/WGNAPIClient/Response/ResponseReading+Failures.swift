import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

// Responses that aren't answers, and text.
extension ResponseReading {
  /// Returns the error for a response whose status isn't one of the answers. Throws if the task is cancelled.
  ///
  /// An error in the envelope takes precedence over one in the body.
  func failure(_ response: TransportResponse) throws(Refusal) -> Refusal {
    let body = response.body
    let enveloped = failedEnvelope(in: body)
    var refusal = Refusal(
      kind: enveloped.map { .service($0.failure) } ?? .httpStatus(excerpt: excerpt(body)),
      body: enveloped?.envelope)
    let format = Request.endpoint.failures.format(for: response.response.status.code)
    guard let read = format?.read, !body.isEmpty else { return refusal }
    do throws(Refusal) {
      let content = try content(of: response, read)
      refusal.violations = try checked(content.violations, body)
      refusal.body = content.body
      if enveloped == nil, let failure = content.failure {
        refusal = Refusal(
          kind: .service(redacted(failure)), body: refusal.body, violations: refusal.violations)
      }
    } catch {
      if error.isInterruption { throw error }
      refusal.problem = enveloped == nil ? problem(error) : nil
    }
    return refusal
  }

  private func content(
    of response: TransportResponse,
    _ read: ([UInt8], FailureFormat.Context) throws(JSONError) -> FailureFormat.Content
  ) throws(Refusal) -> FailureFormat.Content {
    let context = FailureFormat.Context(
      contentType: response.response.headerFields[.contentType], decoding: readingOptions,
      redaction: redaction)
    do throws(JSONError) {
      return try read(response.body, context)
    } catch {
      throw refusal(error, response)
    }
  }

  /// The reason why a body isn't what the endpoint describes, as part of a sentence.
  private func problem(_ refusal: Refusal) -> String {
    switch refusal.kind {
    case .notJSON(let type, _): "it isn't JSON but \(type ?? "of unknown type")"
    case .decoding(let error), .incomplete(let error): "\(error)"
    case .violations(let violations): APIError.list(violations)
    default: "it can't be read"
    }
  }

  /// Returns the body as text.
  func text(of response: TransportResponse) throws(Refusal) -> String {
    switch TextBody.decode(response.body, contentType: response.response.headerFields[.contentType]) {
    case .success(let text): return text
    case .failure(let problem):
      throw Refusal(
        kind: .unexpectedContent(contentType: contentType(response), problem: redaction(problem.text)))
    }
  }

  /// The error for a media type that the endpoint doesn't describe.
  func unexpected(_ response: TransportResponse, _ expected: [MediaRange]) -> Refusal {
    let types = expected.map(\.essence).joined(separator: ", ")
    let excerpt = excerpt(response.body)
    return Refusal(
      kind: .unexpectedContent(
        contentType: contentType(response),
        problem: "the endpoint describes \(types)" + (excerpt.isEmpty ? "" : ": \"\(excerpt)\"")))
  }

  private func contentType(_ response: TransportResponse) -> String? {
    response.response.headerFields[.contentType].map { redaction($0).printable }
  }
}
