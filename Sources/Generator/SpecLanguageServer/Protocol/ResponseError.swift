import WGNAPIJSON

/// The response to a request that can't be handled (JSON-RPC 2.0, section 5.1; Language Server Protocol 3.17).
struct ResponseError: Error, Hashable {
  var code: Int
  var message: String

  static let notJSON = Self(code: -32700, message: "the message isn't JSON")
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

/// What messages have in common.
extension JSON {
  /// A text among the parameters of a request.
  func text(_ keys: String...) throws(ResponseError) -> String {
    guard let text = keys.reduce(Optional(self), { $0?[$1] })?.string else {
      throw .invalidParameters("'\(keys.joined(separator: "."))' must be a string")
    }
    return text
  }

  /// The position that a request is about.
  func position() throws(ResponseError) -> TextPosition {
    guard let position = TextPosition(self["position"]) else {
      throw .invalidParameters("'position' must have a 'line' and a 'character', both from 0 to \(Int32.max)")
    }
    return position
  }

  /// The path of the document that a message is about; nil if it isn't a file.
  var documentPath: String? { self["textDocument"]?["uri"]?.string.flatMap(FileURI.path) }

  /// The paths of the folders in a list.
  var folderPaths: [String] { array?.compactMap { $0["uri"]?.string.flatMap(FileURI.path) } ?? [] }
}
