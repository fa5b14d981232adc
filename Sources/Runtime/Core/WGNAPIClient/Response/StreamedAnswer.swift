import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// The head of a streamed answer, its body, and what is needed to read it.
package struct StreamedAnswer: Sendable {
  package let response: HTTPResponse
  package let body: ResponseBody
  let call: CallContext

  /// How to decode elements.
  package var decoding: JSONDecoding { call.reportingDecoding }

  /// The maximum size of an element in bytes.
  package var elementSizeLimit: Int { call.responseSizeLimit }

  /// Passes violations on to the client's observers, or throws them if validation is strict.
  package func report(_ violations: [Violation], in element: [UInt8]) throws {
    do throws(RefusedViolations) {
      call.report(try call.checked(violations, in: element))
    } catch {
      throw self.error(.violations(error.all))
    }
  }

  /// Passes on to the client's observers that an element was left out.
  package func reportSkipped(_ error: APIError) {
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
  package func error(_ error: JSONError, in element: [UInt8]) -> APIError {
    self.error(.decoding(call.redaction(error, withholding: call.redaction.pieces(ofThoseIn: element))))
  }

  /// Returns the error for a body that can't be read.
  package func error(_ error: any Error) -> any Error { call.error(for: error) }

  /// Creates an error of this call.
  package func error(_ kind: APIError.Kind) -> APIError { call.error(kind, status: response.status) }
}
