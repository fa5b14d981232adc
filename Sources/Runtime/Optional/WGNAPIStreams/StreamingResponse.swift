import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
import WGNAPISupport
import WGNAPITransport

/// The head of a streamed response, its body, and what is needed to read it.
struct StreamingResponse: Sendable {
  let head: HTTPResponse
  let body: HTTPResponseBody
  private let call: CallContext

  fileprivate init(_ response: ReceivedResponse, _ body: HTTPResponseBody) {
    head = response.head
    self.body = body
    call = response.call
  }

  /// How to decode elements.
  var decoding: JSONDecoding { call.reportingDecoding }

  /// The maximum size of an element in bytes.
  var elementSizeLimit: Int { call.responseSizeLimit }

  /// Passes violations on to the client's observers, or throws them if validation is strict.
  func report(_ violations: [Violation], in element: [UInt8]) throws {
    do throws(RefusedViolations) {
      call.report(try call.checked(violations, in: element))
    } catch {
      throw self.error(.violations(error.all))
    }
  }

  /// Passes on to the client's observers that an element was left out.
  func reportSkipped(_ error: APIError) {
    var violations = error.violations
    if case .decoding(let cause) = error.kind {
      violations = [
        Violation(
          keyword: "unreadable", message: cause.message + "; it was left out", byteOffset: cause.byteOffset,
          line: cause.line)
      ]
    }
    call.report(violations)
  }

  /// Returns the error for an element that can't be decoded.
  func error(_ error: JSONError, in element: [UInt8]) -> APIError {
    self.error(.decoding(call.redacted(error, in: element)))
  }

  /// Returns the error for a body that can't be read.
  func error(_ error: any Error) -> any Error { call.error(for: error) }

  /// Creates an error of this call.
  func error(_ kind: APIError.Kind) -> APIError { call.error(kind, status: head.status) }
}

extension ResponseFormat {
  /// A response that is read while it arrives.
  ///
  /// - Parameters:
  ///   - accept: The value of the `Accept` field; nil for none.
  ///   - isOnlyThat: Whether a response of another media type is an error. Otherwise, only a web page is, unless all is
  ///     accepted.
  ///   - make: Creates the value from which the elements are read.
  static func stream(
    accept: String?, isOnlyThat: Bool = false, _ make: @escaping @Sendable (StreamingResponse) -> Output
  ) -> Self {
    let accepted = (accept ?? "").parts(at: UInt8(ascii: ",")).compactMap { MediaRange($0.trimmed()) }
    return Self(
      .body(
        BodyReader(accept: accept, isStreamed: true) { response throws(ResponseRefusal) in
          let body = response.stream ?? HTTPResponseBody(response.body)
          if let first = accepted.first, response.status != 204,
            first.refusesStream(of: response.contentType, isOnlyThat: isOnlyThat)
          {
            body.close()
            throw response.unexpectedType(expected: accepted)
          }
          return make(StreamingResponse(response, body))
        }))
  }
}
