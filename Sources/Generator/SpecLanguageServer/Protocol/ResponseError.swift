import WGNAPIJSON

/// The response to a request that can't be handled (JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17).
struct ResponseError: Error, Hashable {
  var code: Int
  var message: String

  static func parseError(_ message: String) -> Self { .init(code: -32700, message: message) }
  static func invalidRequest(_ message: String) -> Self { .init(code: -32600, message: message) }
  static func unknownMethod(_ name: String) -> Self {
    .init(code: -32601, message: "unknown method '\(name)'")
  }
  static func invalidParameters(_ message: String) -> Self { .init(code: -32602, message: message) }
  static let notInitialized = Self(code: -32002, message: "the first request must be 'initialize'")
  static let cancelled = Self(code: -32800, message: "the request was cancelled")
  /// The request is valid, but can't be fulfilled.
  static func failed(_ message: String) -> Self { .init(code: -32803, message: message) }
}

/// The parameters of a message.
struct Parameters {
  let json: JSON?

  init(_ json: JSON?) { self.json = json }

  subscript(keys: String...) -> JSON? { keys.reduce(json) { $0?[$1] } }

  func string(_ keys: String...) throws(ResponseError) -> String {
    guard let text = keys.reduce(json, { $0?[$1] })?.string else {
      throw .invalidParameters("'\(keys.joined(separator: "."))' must be a string")
    }
    return text
  }

  /// The path of the document that is meant.
  func document() throws(ResponseError) -> String {
    let uri = try string("textDocument", "uri")
    guard let path = FileURI.path(of: uri) else {
      throw .invalidParameters("'\(uri)' isn't the URI of a file")
    }
    return path
  }

  func position() throws(ResponseError) -> TextPosition {
    guard let position = TextPosition(json?["position"]) else {
      throw .invalidParameters("'position' must be {line, character}")
    }
    return position
  }
}
