import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// The operations of a call that depend on its endpoint's types.
protocol ResponseReader: AnyObject, Sendable {
  var requestType: ObjectIdentifier { get }
  /// Whether the response is read while it arrives.
  var isStreamed: Bool { get }
  /// Whether redirects are among its responses, so that they aren't followed.
  var describesRedirects: Bool { get }
  func read(
    _ response: TransportResponse, _ stream: HTTPResponseBody?, for call: CallContext
  ) -> ResponseReadingResult
  /// Returns whether sending the request again may succeed after a failure of this kind and status.
  ///
  /// - Parameter isTemporary: what the policies say of a status or an error of the service; nil if nothing.
  func isRetryable(
    _ kind: APIError.Kind, _ status: Int?, _ isTemporary: (Int?, ServiceFailure?) -> Bool?
  ) -> Bool
}

extension Endpoint: ResponseReader {
  var requestType: ObjectIdentifier { ObjectIdentifier(Request.self) }

  var isStreamed: Bool { response.isStreamed }

  var describesRedirects: Bool { response.describesRedirects }

  func read(
    _ response: TransportResponse, _ stream: HTTPResponseBody?, for call: CallContext
  ) -> ResponseReadingResult {
    let received = ReceivedResponse(response, stream: stream, call: call)
    do throws(ResponseRefusal) {
      return .success(try ResponseReading<Request>(response: received).read())
    } catch {
      var failure = call.error(error.kind, status: received.head.status)
      failure.response = FailedResponse(
        headers: received.head.headerFields, bytes: received.body, body: error.body,
        problem: error.problem, violations: error.violations)
      failure.isInterruption = error.isInterruption
      return .failure(failure)
    }
  }

  func isRetryable(
    _ kind: APIError.Kind, _ status: Int?, _ isTemporary: (Int?, ServiceFailure?) -> Bool?
  ) -> Bool {
    // This applies to any body: an error in an envelope, an HTML page, or half a response.
    if isTemporary(status, nil) ?? status.map(ResponseStatuses.temporary.contains) ?? false { return true }
    switch kind {
    // A response that arrived in time and can't be read in time would be the same again.
    case .timedOut: return status == nil
    case .incomplete: return true
    case .transport(let failure): return failure.reason.isPassing
    case .service(let failure):
      return isTemporary(nil, failure) == true
        || Request.ServiceCode(failure).isRetryable
    case .invalidRequest, .invalidServer, .notAvailable, .redirected, .responseTooLarge, .httpStatus,
      .unexpectedContent, .notJSON, .decoding, .violations, .notSent, .credential:
      return false
    }
  }
}
