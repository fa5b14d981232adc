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
  static let notInitialized = Self(code: -32002, message: "the first request must be 'initialize'")
  static let cancelled = Self(code: -32800, message: "the request was cancelled")
  /// The request is valid, but can't be fulfilled.
  static func failed(_ message: String) -> Self { .init(code: -32803, message: message) }
}

/// What messages have in common. What is missing, or isn't as it should be, is nil.
extension JSON {
  /// The path of the document that a message is about; nil if it isn't a file.
  var documentPath: String? { self["textDocument"]?["uri"]?.string.flatMap(FileURI.path) }

  /// The paths of the folders in a list.
  var folderPaths: [String] { array?.compactMap { $0["uri"]?.string.flatMap(FileURI.path) } ?? [] }
}
