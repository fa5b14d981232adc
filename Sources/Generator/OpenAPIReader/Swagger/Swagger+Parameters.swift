import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension Swagger {
  /// Whether a parameter is the body, or a part of it.
  func isOfBody(_ value: Located) -> Bool {
    ["body", Place.field.rawValue].contains(value.node["in"]?.text)
  }

  /// A parameter of the path, the query or the header.
  func parameter(_ value: Located) -> Located {
    let node = value.node
    let name = "the parameter '\(abbreviate(node["name"]?.text ?? ""))'"
    let written = node["in"]?.text ?? ""
    let known = Place(rawValue: written).flatMap { $0 == .response ? nil : $0 }
    if known == nil || known == .cookie, let place = node["in"] {
      findings.mistake(
        "Swagger 2.0 has parameters 'in: query', 'header', 'path', 'formData' and 'body', and \(name) is 'in: "
          + "\(abbreviate(written))'" + (known == .cookie ? "; it is sent as in OpenAPI 3" : ""), at: place)
    }
    let form = form(of: node, in: known ?? .query, name)
    var entries = described(
      node, ["name", "in", "required", "deprecated", "allowEmptyValue"], hint: form.hint)
    entries.append(.init(name: "schema", value: form.schema))
    if let style = form.style {
      entries.append(.init(name: "style", value: style.name))
      entries.append(.init(name: "explode", value: style.isExploded))
    }
    return Located(node: node.replacing(entries: entries), file: value.file)
  }

  /// A header field of a response.
  func header(_ value: Located, named name: String) -> Located {
    guard value.node.mapping != nil else { return value }
    let form = form(of: value.node, in: .response, "the header '\(abbreviate(name))'")
    var entries = described(value.node, ["required"], hint: form.hint)
    entries.append(.init(name: "schema", value: form.schema))
    return Located(node: value.node.replacing(entries: entries), file: value.file)
  }

  /// Some keys, and the description.
  private func described(_ node: YAMLNode, _ keys: [String], hint: String?) -> [YAMLMapping.Entry] {
    let entries = (node.entries ?? []).filter {
      keys.contains($0.name) || hint == nil && $0.name == "description"
    }
    guard let hint else { return entries }
    let text = [node["description"]?.text, hint].compactMap(\.self).joined(separator: "\n\n")
    return entries + [
      .init(name: "description", value: .plain(text, at: node["description"]?.span ?? node.span))
    ]
  }
}
