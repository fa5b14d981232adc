import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

extension APIClient {
  /// A request as the client sends it, as lines of text for comparisons: method and URL, the header fields by their
  /// names, and after an empty line the body.
  ///
  /// A body that is read while it is sent is one line with its length, `(12 bytes, streamed)`. The boundary of a multipart body, which is random, is `BOUNDARY`. If the request isn't sent because it is invalid, the
  /// lines are `refused`, and the place and keyword of each violation.
  ///
  /// - Parameters:
  ///   - request: The request, which is composed but not sent.
  ///   - server: The server that it is for; nil for the client's.
  /// - Throws: `APIError` if the request can't be composed for another reason.
  public func composedLines(of request: some APIRequest, on server: APIServer? = nil) throws -> [String] {
    do {
      let core = server.map { self.core.replacing($0) } ?? self.core
      return try core.compose(request).lines
    } catch {
      guard case .invalidRequest(let violations) = error.kind else { throw error }
      return ["refused"] + violations.map { "\($0.instanceLocation) \($0.keyword)" }
    }
  }
}

extension ClientConfiguration {
  /// The configuration of a client that composes requests and sends none.
  public static var composing: ClientConfiguration {
    ClientConfiguration(
      transport: SampleTransport(), decoding: .strictSamples, userAgent: "", middleware: [])
  }
}

extension ComposedRequest {
  fileprivate var lines: [String] {
    var boundary: String?
    let fields = httpRequest.headerFields.map { field -> (key: String, line: String) in
      var value = field.value
      if field.name == .contentType, let separator = value.firstRange(of: "boundary=") {
        boundary = String(value[separator.upperBound...])
        value = "\(value[..<separator.upperBound])BOUNDARY"
      }
      let name = field.name.rawName
      return (name.lowercased(), "\(name): \(value)")
    }
    // Fields of the same name keep their order.
    let sorted = fields.enumerated().sorted {
      ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
    }
    var lines = ["\(httpRequest.method.rawValue) \(url)"] + sorted.map(\.element.line)
    if let streamedBody { return lines + ["", "(\(streamedBody), streamed)"] }
    guard !body.isEmpty else { return lines }
    var text = String(decoding: body, as: UTF8.self)
    if let boundary { text = text.replacing(boundary, with: "BOUNDARY") }
    lines.append("")
    let scalars = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return lines + scalars.map { String($0.last == "\r" ? $0.dropLast() : $0) }
  }
}
