import APIModel
import Diagnostics
import SpecReader

extension APIReader {
  /// Decides whether the parts of a multipart body without `required: true` are required.
  ///
  /// Parts are arguments of their own, so a body can't be all there or not at all. Many frameworks leave `required` out of a body
  /// that they need: what the schema requires counts, unless the document says `required: false`.
  func decideAboutParts(of body: inout Endpoint.Body?, _ value: Located, _ title: String) {
    guard case .multipart(var parts) = body else { return }
    guard value.node["required"]?.asBool == false else {
      let names = parts.filter(\.isRequired).map { "'\(abbreviate($0.name.text))'" }
      guard !names.isEmpty else { return }
      return findings.ignore(
        "the body of \(title) isn't 'required: true', but its schema requires \(wordList(names)), so a request without "
          + "\(names.count == 1 ? "it" : "them") can't be made; write 'required: false' beside 'content' if the body may be left out",
        at: value.node)
    }
    for position in parts.indices { parts[position].isRequired = false }
    body = .multipart(parts)
  }
}
