import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// `links` of responses, as documentation: which operations can be called next with values from the response.
  func readLinks(of operation: Located, into endpoint: inout Endpoint) {
    var lines: [String] = []
    for (_, status, written) in documents.child("responses", of: operation)?.entries ?? []
    where status.hasPrefix("2") {
      guard written.node["links"] != nil || written.node["$ref"] != nil,
        let response = documents.followed(written, for: "a response")
      else { continue }
      for (_, name, written) in documents.child("links", of: response)?.allEntries ?? [] {
        guard let link = documents.followed(written, for: "the link '\(abbreviate(name))'"),
          let line = self.line(link.node, name), !lines.contains(line)
        else { continue }
        lines.append(line)
      }
    }
    guard !lines.isEmpty else { return }
    let text = "What to call next with the response:\n\n" + lines.joined(separator: "\n")
    endpoint.documentation.details = [endpoint.documentation.details, text].compactMap(\.self).joined(
      separator: "\n\n")
  }

  /// `` - `getBook` with `isbn` = `$response.body#/isbn`: Why. ``
  private func line(_ link: YAMLNode, _ name: String) -> String? {
    guard let target = link["operationId"]?.text ?? link["operationRef"]?.text else { return nil }
    let parameters = (link["parameters"]?.entries ?? []).compactMap { entry in
      entry.value.text.map { "\(code(entry.name)) = \(code($0))" }
    }
    let body = link["requestBody"]?.text.map { ["the body \(code($0))"] } ?? []
    let values = parameters + body
    let words = trimmed(link["description"]?.text ?? "").split(separator: "\n").joined(separator: " ")
    return "- \(code(target))" + (values.isEmpty ? "" : " with " + values.joined(separator: ", "))
      + (words.isEmpty ? "" : ": \(words)")
  }

  private func code(_ text: String) -> String { text.contains("`") ? "'\(text)'" : "`\(text)`" }
}
