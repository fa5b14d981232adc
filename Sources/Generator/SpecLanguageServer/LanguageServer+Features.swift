import WGNAPIJSON

extension LanguageServer {
  /// What the server can do.
  var capabilities: JSON {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "definitionProvider": true, "referencesProvider": true,
      "renameProvider": ["prepareProvider": true],
      "completionProvider": ["triggerCharacters": [" ", "[", "{", "\""]], "hoverProvider": true,
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }

  /// The result of a request about a document.
  func feature(_ method: String, _ parameters: Parameters) throws(ResponseError) -> JSON {
    switch method {
    case "textDocument/definition": try definition(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/completion": try completion(parameters)
    case "textDocument/hover": try hover(parameters)
    default: throw .unknownMethod(method)
    }
  }
}
