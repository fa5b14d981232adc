import APIModel
import GeneratorKit

extension OpenAPIWriter {
  /// The body of a request; nil for none.
  func body(of endpoint: Endpoint, _ method: Endpoint.Method, _ form: RequestForm) -> SpecValue? {
    var content: [(String, SpecValue?)] = []
    if let body = endpoint.body {
      content = media(body, with: form)
    } else if !form.fields.isEmpty {
      content = [(Self.formType, .map([("schema", schema(of: form, nil))] + encoding(of: form, [])))]
    }
    guard !content.isEmpty else { return nil }
    let isRequired =
      endpoint.body == nil
      ? form.fields.contains { $0.isRequired } : !endpoint.isBodyOptional
    return .map([("required", isRequired ? .plain("true") : nil), ("content", .map(content))])
  }

  private static let formType = "application/x-www-form-urlencoded"

  private func media(_ body: Endpoint.Body, with form: RequestForm) -> [(String, SpecValue?)] {
    switch body {
    case .json(let schema): [("application/json", .map([("schema", schemas.value(schema))]))]
    case .jsonOfType(let schema, let type): [(type, .map([("schema", schemas.value(schema))]))]
    case .bytes(let type), .file(let type): Self.types(type).map { ($0, Optional(file)) }
    case .text(let type): [(type, .map([("schema", .map([("type", .text("string"))]))]))]
    case .form(let schema, _, _, let fields):
      [
        (
          Self.formType,
          .map([("schema", self.schema(of: form, schema))] + encoding(of: form, fields))
        )
      ]
    case .multipart(let parts): [("multipart/form-data", multipart(parts))]
    case .alternatives(let list):
      list.flatMap { alternative -> [(String, SpecValue?)] in
        let inner = media(alternative.body, with: form)
        if case .multipart = alternative.body { return inner }
        return inner.prefix(1).map { (alternative.mediaType.text, $0.1) }
      }
    }
  }

  /// Several media types are written with commas.
  private static func types(_ type: String) -> [String] {
    type.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
  }

  /// The media type of bytes.
  var file: SpecValue {
    switch version {
    case .v31: .map([] as [(String, SpecValue?)])
    case .v30: .map([("schema", .map([("type", .text("string")), ("format", .text("binary"))]))])
    }
  }

  // MARK: Forms

  /// The fields of a form, which are parameters, members of an object, or both.
  private func schema(of form: RequestForm, _ body: Schema?) -> SpecValue {
    guard !form.fields.isEmpty else {
      return body.map { schemas.value($0) } ?? .map([("type", .text("object"))])
    }
    let properties = form.fields.map { field in
      let isText = lostSeparator(of: field) != nil
      return (
        field.name.text, Optional(isText ? .map([("type", .text("string"))]) : schemas.value(field.schema))
      )
    }
    let required = form.fields.filter { $0.isRequired && $0.schema.defaultValue == nil }.map(\.name.text)
    let own = SpecValue.map([
      ("type", .text("object")), ("properties", .map(properties)),
      ("required", required.isEmpty ? nil : .texts(required)),
    ])
    return body.map { .map([("allOf", .list([schemas.value($0), own]))]) } ?? own
  }

  private func encoding(of form: RequestForm, _ fields: [StyledField]) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = fields.map { field in
      (field.name.text, encoding(field.style, reserved: field.keepsReserved))
    }
    for field in form.fields {
      if let style = field.style {
        list.append((field.name.text, encoding(style, reserved: field.keepsReserved)))
      } else if case let style = listStyle(of: field, at: .form).entries, !style.isEmpty {
        list.append((field.name.text, .map(style)))
      }
    }
    return list.isEmpty ? [] : [("encoding", .map(list))]
  }

  private func encoding(_ style: Parameter.Style, reserved: Bool) -> SpecValue {
    if style.kind == .json { return .map([("contentType", .text("application/json"))]) }
    return .map([
      ("style", .text(style.kind.rawValue)),
      ("explode", .plain(String(style.kind == .deepObject || style.isExploded))),
      ("allowReserved", reserved ? .plain("true") : nil),
    ])
  }

  // MARK: Parts

  private func multipart(_ parts: [Endpoint.Part]) -> SpecValue {
    var properties: [(String, SpecValue?)] = []
    var encodings: [(String, SpecValue?)] = []
    for part in parts {
      let name = part.name.text
      switch part.content {
      case .value(let schema):
        properties.append((name, schemas.value(schema)))
        let style = part.style.flatMap { $0.kind == .json ? nil : encoding($0, reserved: false) }
        let type = part.mediaType ?? (part.style?.kind == .json ? "application/json" : nil)
        let entries =
          (type.map { [SpecValue.Entry(key: "contentType", value: .text($0))] } ?? [])
          + (style?.entries ?? [])
        if !entries.isEmpty { encodings.append((name, .map(entries))) }
      case .file(let type, let isList):
        let bytes: [(String, SpecValue?)] =
          version == .v30
          ? [("type", .text("string")), ("format", .text("binary"))]
          : [("type", .text("string")), ("contentMediaType", .text(type ?? "application/octet-stream"))]
        let words: [(String, SpecValue?)] = [
          ("description", ModelSchemaWriter.description(part.documentation))
        ]
        properties.append(
          (
            name,
            isList
              ? .map(words + [("type", .text("array")), ("items", .map(bytes))]) : .map(words + bytes)
          ))
        if let type { encodings.append((name, .map([("contentType", .text(type))]))) }
      }
    }
    let required = parts.filter(\.isRequired).map(\.name.text)
    return .map([
      (
        "schema",
        .map([
          ("type", .text("object")), ("properties", .map(properties)),
          ("required", required.isEmpty ? nil : .texts(required)),
        ])
      ),
      ("encoding", encodings.isEmpty ? nil : .map(encodings)),
    ])
  }
}
