import WGNAPIJSON

extension LanguageServer {
  /// What the server can do.
  var capabilities: JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }

  /// The result of a request about a document.
  func feature(_ method: String, _ parameters: Parameters) throws(ResponseError) -> JSON {
    switch method {
    default: throw .unknownMethod(method)
    }
  }
}
