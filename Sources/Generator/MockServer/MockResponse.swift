/// A response of the mock server.
public struct MockResponse: Sendable {
  /// The status.
  public var status: Int
  /// The header fields, without those of the transfer.
  public var headers: [MockRequest.Field]
  /// The body: one piece, or the elements of a stream.
  public var pieces: [[UInt8]]
  /// The kind of response in a few words, without parts of the request.
  public var summary: String
  /// Whether the spec describes no such response, so that the server made up its form.
  var isUndescribed = false

  /// The whole body.
  public var body: [UInt8] { Array(pieces.joined()) }

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The header fields.
  ///   - pieces: The body: one piece, or the elements of a stream.
  ///   - summary: The kind of response in a few words.
  public init(status: Int, headers: [MockRequest.Field] = [], pieces: [[UInt8]] = [], summary: String = "") {
    self.status = status
    self.headers = headers
    self.pieces = pieces
    self.summary = summary
  }

  /// The value of a header field; nil if there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether it refuses a request whatever its body says.
  var refusesWholeRequest: Bool { [401, 403, 406, 415].contains(status) && !isAskedFor }

  /// Whether it refuses or fails a request whatever its body says, or is what the request asks for.
  var isOfWholeRequest: Bool { refusesWholeRequest || status >= 500 || isAskedFor }

  private var isAskedFor: Bool { header("Preference-Applied") != nil }

  /// Adds a header field, with spaces in place of control characters.
  mutating func add(_ name: String, _ value: String) {
    let isToken = name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
    guard isToken, !name.isEmpty else { return }
    let text = value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String(Character($0)) }
    headers.append((name, String(text.joined().prefix(4000))))
  }
}
