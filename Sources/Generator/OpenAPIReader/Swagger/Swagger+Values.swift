import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Values that say their types themselves: parameters, fields of forms, and header fields of responses.
extension Swagger {
  /// Where a value is sent.
  enum Place: String {
    case path, query, header, cookie
    case field = "formData"
    case response

    var title: String {
      switch self {
      case .path, .query, .header, .cookie: "parameter"
      case .field: "field"
      case .response: "header"
      }
    }
  }

  /// The schema and the style that a value has in OpenAPI 3.
  struct Form {
    var schema: YAMLNode
    var style: (name: YAMLNode, isExploded: YAMLNode)?
    /// What a caller must know to write the value.
    var hint: String?
  }

  /// The keywords of schemas that values have beside their names.
  static let keywords: Set<String> = [
    "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
    "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
  ]

  /// - Parameter what: what the value is, such as `the parameter 'size'`.
  func form(of node: YAMLNode, in place: Place, _ what: String) -> Form {
    if let key = node.mapping?.entry(for: "schema")?.key, let schema = node["schema"] {
      findings.mistake(
        "\(what) has a 'schema', which only a parameter 'in: body' has; in others, 'type' and further keywords are "
          + "beside 'name'" + (node["type"] == nil ? "" : ", and these are used"), at: key)
      if node["type"] == nil {
        return Form(schema: schema, style: style(of: node, isList: true, in: place, what)?.style)
      }
    }
    let type = type(of: node, in: place, what)
    checkEmptyValue(node, type, in: place, what)
    let style = style(of: node, isList: type == "array", in: place, what)
    if type == "array", let inner = node["items"], inner["type"]?.text == "array" {
      return text(
        node, "\(what) is a list of lists, which isn't supported, so it is a text that you write yourself")
    }
    if let style, style.style == nil {
      let separator = style.format.separator
      return text(
        node,
        "\(what) has values with \(separator) between them, which isn't supported here, so it is a text that you "
          + "write yourself", hint: "The values, with \(separator) between them.")
    }
    guard type != "file" else { return Form(schema: file(node)) }
    return Form(schema: schema(node, type, in: place, what), style: style?.style)
  }

  /// A text in place of a list, which is reported.
  private func text(_ node: YAMLNode, _ message: String, hint: String? = nil) -> Form {
    findings.leaveOut(message, at: node["collectionFormat"] ?? node)
    return Form(schema: .mapping(["type": .plain("string", at: node.span)], at: node.span), hint: hint)
  }

  private func schema(_ node: YAMLNode, _ type: String, in place: Place, _ what: String) -> YAMLNode {
    var entries = (node.entries ?? []).filter { entry in
      Self.keywords.contains(entry.name) && !["type", "items"].contains(entry.name)
        || entry.name.hasBytePrefix("x-")
    }
    entries.append(.init(name: "type", value: .plain(type, at: node["type"]?.span ?? node.span)))
    if type == "array" { entries.append(.init(name: "items", value: items(of: node, in: place, what))) }
    return node.replacing(entries: entries)
  }

  private func items(of node: YAMLNode, in place: Place, _ what: String) -> YAMLNode {
    guard let items = node["items"] else {
      findings.mistake("\(what) is a list, and needs 'items' with their 'type'; they are texts", at: node)
      return .mapping(["type": .plain("string", at: node.span)], at: node.span)
    }
    guard items["$ref"] == nil else {
      findings.mistake(
        "the items of \(what) have a 'type', not a reference, which is followed nevertheless", at: items)
      return items
    }
    let words = "an element of \(what)"
    let type = type(of: items, in: place, words)
    return type == "file" ? file(items) : schema(items, type, in: place, words)
  }

  /// The name of the type; mistakes are reported.
  private func type(of node: YAMLNode, in place: Place, _ what: String) -> String {
    guard let type = node["type"] else {
      if node["items"] != nil { return "array" }
      findings.mistake(
        "\(what) needs a 'type'" + (node["enum"] == nil ? "; any text is accepted" : "; it is a text"),
        at: node)
      return "string"
    }
    var names = ["string", "number", "integer", "boolean", "array"]
    if place == .field { names.append("file") }
    if let name = type.text, names.contains(name) { return name }
    findings.mistake(
      "the 'type' of \(what) is \(alternatives(names)), not "
        + (type.text.map { "'\(abbreviate($0))'" } ?? describe(type)) + "; any text is accepted", at: type)
    return "string"
  }

  /// How the elements of a list are written; nil for other values. The style is nil if OpenAPI 3 has none for it.
  private func style(of node: YAMLNode, isList: Bool, in place: Place, _ what: String) -> (
    format: CollectionFormat, style: (name: YAMLNode, isExploded: YAMLNode)?
  )? {
    let written = node["collectionFormat"]
    guard isList else {
      if let written {
        findings.mistake("'collectionFormat' has a meaning for lists only, and \(what) is none", at: written)
      }
      return nil
    }
    var format = CollectionFormat.csv
    if let written {
      let names = CollectionFormat.allCases.map(\.rawValue)
      if let known = written.text.flatMap(CollectionFormat.init(rawValue:)) {
        format = known
      } else {
        findings.mistake(
          "'collectionFormat' is \(alternatives(names)), not "
            + (written.text.map { "'\(abbreviate($0))'" } ?? describe(written)) + "; 'csv' is used",
          at: written)
      }
      if format == .multi, place != .query, place != .field {
        findings.mistake(
          "'multi' repeats a parameter, which only 'in: query' and 'in: formData' can; 'csv' is used for \(what)",
          at: written)
        format = .csv
      }
    }
    let span = written?.span ?? node.span
    return (
      format,
      format.style(in: place).map { (.plain($0.name, at: span), .plain(String($0.isExploded), at: span)) }
    )
  }

  private func checkEmptyValue(_ node: YAMLNode, _ type: String, in place: Place, _ what: String) {
    guard let empty = node["allowEmptyValue"], empty.asBool == true else { return }
    if place == .path { return }
    if place != .query, place != .field {
      findings.mistake(
        "'allowEmptyValue' has a meaning in the path, the query and in forms only, not for \(what)", at: empty
      )
    } else if type != "string" {
      findings.leaveOut(
        "\(what) can't be sent without a value, because its type has no empty one, whatever 'allowEmptyValue' says",
        at: empty)
    }
  }
}
