import Diagnostics
import SpecReader

/// A media type, and how its values are read and written.
struct DocumentMediaType: Equatable {
  enum Form { case json, form, multipart, text, bytes, events, lines, sequence }

  /// The media type without parameters.
  let essence: String
  /// With its parameters, except the character set: bodies are in UTF-8, and responses say theirs.
  let name: String

  init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { trimmed(String($0)) }
    essence = parts.first?.lowercased() ?? ""
    let parameters = parts.dropFirst().filter { !$0.isEmpty && !$0.lowercased().hasPrefix("charset=") }
    name = ([essence] + parameters).joined(separator: ";")
  }

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

  /// Whether requests can send or accept it.
  var isWellFormed: Bool {
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts.contains(where: \.isEmpty)
      && essence.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }
}
