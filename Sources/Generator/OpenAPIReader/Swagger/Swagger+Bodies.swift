import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Bodies, which are among the parameters: one `in: body`, or fields `in: formData`.
extension Swagger {
  private struct Found {
    var body: Located?
    var fields: [(name: YAMLNode, value: Located)] = []
    /// The list that has the fields.
    var list: Located?
  }

  /// The body of an operation; nil if it has none.
  func body(
    of operation: Located, in layers: [Located], _ method: Endpoint.Method, _ title: String
  ) -> Located? {
    let found = find(in: layers + [operation], title)
    guard let first = found.body ?? found.fields.first?.value else { return nil }
    if !method.allowsBody {
      findings.leaveOut(
        "a \(method.rawValue.uppercased()) request can't have a body, so this parameter of \(title) is left out; those "
          + "that are sent with the URL are 'in: query'", at: first.node)
      return nil
    }
    if let body = found.body {
      if let field = found.fields.first?.value {
        findings.mistake(
          "\(title) has a parameter 'in: body', so it can't have others 'in: formData'; these are left out",
          at: field.node)
      }
      return self.body(body, of: operation)
    }
    guard let list = found.list else { return nil }
    return form(found.fields, at: list, of: operation)
  }

  /// Finds the parameters that are the body. Those of an operation count before those of its path.
  private func find(in owners: [Located], _ title: String) -> Found {
    var found = Found()
    for owner in owners {
      guard let list = documents.child("parameters", of: owner) else { continue }
      var isFirst = true
      for item in list.items {
        guard let value = documents.followed(item, for: "a parameter of \(title)"), isOfBody(value),
          let name = value.node["name"], name.text != nil
        else { continue }
        if value.node["in"]?.text == "body" {
          if found.body != nil, !isFirst || found.body?.node["name"]?.text != name.text {
            findings.mistake(
              "\(title) has two parameters 'in: body', but a request has one body; the last one is used",
              at: item.node)
          }
          isFirst = false
          found.body = value
        } else if let known = found.fields.firstIndex(where: { $0.name.text == name.text }) {
          found.fields[known] = (name, value)
        } else {
          found.fields.append((name, value))
          found.list = list
        }
      }
    }
    return found
  }

  private func body(_ value: Located, of operation: Located) -> Located {
    let node = value.node
    var schema = value["schema"]
    if schema == nil {
      let isTyped = node["type"] != nil
      findings.mistake(
        isTyped
          ? "a parameter 'in: body' has a 'schema', and not 'type' beside its name; this is used nevertheless"
          : "a parameter 'in: body' needs a 'schema'; any JSON is accepted", at: node)
      if isTyped {
        let keywords = (node.entries ?? []).filter {
          Self.keywords.contains($0.name) || $0.name == "properties"
        }
        schema = Located(node: node.replacing(entries: keywords), file: value.file)
      }
    }
    var types = forms(mediaTypes("consumes", of: operation), of: schema)
    if types.isEmpty { types = [usualType(of: schema, at: node)] }
    let content = node.replacing(
      entries: schema.map { [.init(name: "schema", value: withoutFile($0))] } ?? [])
    return Located(
      node: .mapping(
        [
          "description": node["description"], "required": node["required"],
          "content": node.replacing(entries: types.map { .init(named: $0, value: content) }),
        ], at: node.span), file: value.file)
  }

  // MARK: Forms

  private func form(
    _ fields: [(name: YAMLNode, value: Located)], at list: Located, of operation: Located
  ) -> Located {
    let span = list.node.span
    var properties: [YAMLMapping.Entry] = []
    var encodings: [YAMLMapping.Entry] = []
    var hasFile = false
    for (name, value) in fields {
      let node = value.node
      let form = self.form(of: node, in: .field, "the field '\(abbreviate(name.text ?? ""))'")
      hasFile = hasFile || [form.schema, form.schema["items"]].contains { $0?["format"]?.text == "binary" }
      let words = [node["description"]?.text, form.hint].compactMap(\.self).joined(separator: "\n\n")
      let description = YAMLMapping.Entry(
        name: "description", value: .plain(words, at: node["description"]?.span ?? node.span))
      let entries = (form.schema.entries ?? []).filter { $0.name != "description" }
      properties.append(
        .init(
          named: name,
          value: form.schema.replacing(entries: words.isEmpty ? entries : entries + [description])))
      if let style = form.style {
        let encoding = YAMLNode.mapping(["style": style.name, "explode": style.isExploded], at: node.span)
        encodings.append(.init(named: name, value: encoding))
      }
    }
    let required = fields.filter { $0.value.node["required"]?.asBool == true }.map(\.name)
    let schema = YAMLNode.mapping(
      [
        "type": .plain("object", at: span), "required": .list(required, at: span),
        "properties": YAMLNode.emptyMapping(at: span).replacing(entries: properties),
      ], at: span)
    let content = YAMLNode.mapping(
      [
        "schema": schema,
        "encoding": encodings.isEmpty ? nil : YAMLNode.emptyMapping(at: span).replacing(entries: encodings),
      ], at: span)
    let type = formType(of: operation, hasFile: hasFile, at: span)
    return Located(
      node: .mapping(
        [
          "required": .plain(String(!required.isEmpty), at: span),
          "content": YAMLNode.emptyMapping(at: span).replacing(entries: [.init(named: type, value: content)]),
        ], at: span), file: list.file)
  }

  /// A form with files is always multipart. Others are if nothing else is consumed.
  private func formType(of operation: Located, hasFile: Bool, at span: SourceSpan) -> YAMLNode {
    let types = mediaTypes("consumes", of: operation)
    let multipart = types.first { form($0) == .multipart }
    let urlEncoded = types.first { form($0) == .form }
    if hasFile, multipart == nil, let first = types.first {
      findings.mistake(
        "a form with files is 'multipart/form-data', which 'consumes' should have; it is sent as that",
        at: first)
    } else if multipart == nil, urlEncoded == nil, let first = types.first {
      findings.mistake(
        "a form is 'application/x-www-form-urlencoded' or 'multipart/form-data', and 'consumes' has neither; it is sent "
          + "as 'application/x-www-form-urlencoded'", at: first)
    }
    if hasFile { return multipart ?? .plain("multipart/form-data", at: span) }
    return urlEncoded ?? multipart ?? .plain("application/x-www-form-urlencoded", at: span)
  }
}
