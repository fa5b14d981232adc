import HTTPTypes
import WGNAPISupport

/// The limits of a response's head, the same for all transports.
package enum HeadLimits {
  /// The maximum number of informational responses before the final one, which could otherwise be endless.
  package static let informational = 100
  /// The maximum number of fields, which is SwiftNIO's.
  package static let fields = 256
  /// The maximum size of a field in bytes, which is SwiftNIO's.
  package static let fieldSize = 80 << 10
  /// The maximum size of all fields in bytes.
  package static let size = 256 << 10
}

/// What a status in a head means for the exchange (RFC 9110, section 15).
package enum HeadKind: Sendable {
  /// Another head follows.
  case informational
  /// The response to the request.
  case final
  /// Not a status of HTTP, or a change to a protocol that the client never asks for.
  case invalid

  package init(status: Int) {
    switch status {
    case 200...999: self = .final
    case 100, 102...199: self = .informational
    default: self = .invalid
    }
  }
}

extension HTTPResponse {
  /// Whether the message ends with its head, whatever the fields say about a body (RFC 9110, section 6.4.1).
  ///
  /// A 205 isn't one of these: it ends like other responses, but its content is empty (RFC 9110, section 15.3.6).
  package func isBodiless(to method: HTTPRequest.Method) -> Bool {
    method == .head || status.kind == .informational || status == .noContent || status == .notModified
  }

  /// Checks what libraries of HTTP treat differently: a status that isn't one of a response, many or large fields, and
  /// fields that don't agree on the end of the body. With these, the server and an intermediary may disagree, too
  /// (RFC 9112, section 6.3).
  ///
  /// - Parameter isJoined: Whether fields of the same name have become one, with a list.
  /// - Throws: ``TransportError`` of reason `invalidResponse`.
  package func checkHead(isJoined: Bool = false) throws(TransportError) {
    var size = 0
    for field in headerFields {
      let count = field.name.rawName.utf8.count + field.withUnsafeBytesOfValue { $0.count }
      guard count <= HeadLimits.fieldSize else { throw .failed(TransportFailure(.invalidResponse)) }
      size += count
    }
    guard case .final = HeadKind(status: status.code), size <= HeadLimits.size,
      headerFields.count <= HeadLimits.fields, hasClearLength(isJoined)
    else { throw .failed(TransportFailure(.invalidResponse)) }
  }

  /// Returns whether the fields give one length, perhaps several times (RFC 9110, section 8.6), or none.
  private func hasClearLength(_ isJoined: Bool) -> Bool {
    var lengths = headerFields[values: .contentLength]
    if isJoined { lengths = lengths.flatMap { $0.parts(at: UInt8(ascii: ",")).map { $0.trimmed() } } }
    guard let first = lengths.first else { return true }
    for other in lengths where other != first { return false }
    return first.isAll(\.isDigit) && IntegerText.int(first) != nil
      && !ContentCoding.isTransferCoded(headerFields)
  }
}
