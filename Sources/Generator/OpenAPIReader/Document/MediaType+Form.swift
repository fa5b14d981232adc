import APIModel

/// How documents' values are read and written by their media types.
extension MediaType {
  enum Form { case json, form, multipart, text, bytes, events, lines, sequence }

  var form: Form {
    switch essence {
    case "application/json", "text/json", "*/*", "application/*": return .json
    case "application/x-www-form-urlencoded": return .form
    case "text/event-stream": return .events
    case "application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/json-lines",
      "application/ndjson":
      return .lines
    case "application/json-seq": return .sequence
    case "application/xml", "application/yaml", "application/x-yaml", "application/sdp",
      "application/javascript":
      return .text
    default: break
    }
    if essence.hasPrefix("multipart/") { return .multipart }
    if essence.hasSuffix("+json") { return .json }
    if essence.hasPrefix("text/") || essence.hasSuffix("+xml") { return .text }
    return .bytes
  }

  /// Whether a response must be of this type even if the document describes no other: unless it says nothing about a file, or is
  /// `text/plain`, which services use for any text. JSON is told by its syntax.
  var isCheckedAlone: Bool {
    switch form {
    case .json, .events, .lines, .sequence: false
    case .form, .multipart, .text, .bytes:
      essence != "text/plain" && !essence.hasSuffix("/octet-stream") && !essence.hasPrefix("*")
        && !name.contains(",")
    }
  }

  /// Whether it says nothing of a value.
  var isAny: Bool { essence == "*/*" || essence == "application/*" }

  /// Whether it is a description of changes, such as `application/merge-patch+json`.
  var isPatch: Bool { essence.hasSuffix("patch+json") || essence.hasSuffix("apply-patch+yaml") }
}
