import Diagnostics
import WGNAPIJSON

extension LanguageServer {
  /// Checks what has changed, and publishes the diagnostics that differ from those before.
  package func check() {
    for (path, diagnostics) in workspace.check() {
      let document = workspace.documents[path]
      let uri = document?.uri ?? FileURI.uri(of: path)
      var message: JSONObject = [
        "uri": .string(uri), "diagnostics": .array(diagnostics.map { published($0) }),
      ]
      if let version = document?.version { message["version"] = .integer(version) }
      // A file without any is of no interest, unless it had some.
      if diagnostics.isEmpty, document == nil, lastPublished[uri] == nil { continue }
      let json = JSON.object(message)
      guard lastPublished[uri] != json else { continue }
      lastPublished[uri] = diagnostics.isEmpty && document == nil ? nil : json
      notify(client: "textDocument/publishDiagnostics", json)
    }
  }

  private func published(_ diagnostic: Diagnostic) -> JSON {
    var text = visibleText(diagnostic.message)
    if let suggestion = diagnostic.suggestion { text += "; did you mean '\(visibleText(suggestion))'?" }
    var result: JSONObject = [
      "range": range(of: diagnostic.span), "severity": diagnostic.severity.number,
      "code": .string(diagnostic.id.rawValue), "source": "wgnapi-gen", "message": .string(text),
    ]
    let notes = diagnostic.notes.compactMap { note -> JSON? in
      guard let span = note.span else { return nil }
      return ["location": location(of: span), "message": .string(visibleText(note.message))]
    }
    if !notes.isEmpty { result["relatedInformation"] = .array(notes) }
    return .object(result)
  }

  /// A range as the client counts; the beginning of the file for a span of the whole file.
  func range(of span: SourceSpan?) -> JSON {
    guard let span, !span.isUnknown else {
      let start = TextPosition(line: 0, character: 0).json
      return ["start": start, "end": start]
    }
    guard let text = workspace.text(of: span.file) else {
      func position(_ location: SourceLocation) -> JSON {
        TextPosition(line: location.line - 1, character: max(0, location.column - 1)).json
      }
      return ["start": position(span.start), "end": position(span.end)]
    }
    return [
      "start": text.position(of: span.start, encoding).json,
      "end": text.position(of: span.end, encoding).json,
    ]
  }

  func location(of span: SourceSpan) -> JSON {
    let uri = workspace.documents[span.file]?.uri ?? FileURI.uri(of: span.file)
    return ["uri": .string(uri), "range": range(of: span)]
  }
}

extension Diagnostic.Severity {
  fileprivate var number: JSON {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
