import APIModel
import Diagnostics
import SpecReader
import SpecYAML

// How the fields of forms and the parts of multipart bodies are written (OpenAPI, "Encoding Object").
extension APIReader {
  /// A form. By default, lists are repeated and objects are JSON; fields with an encoding are written as it says.
  func form(_ schema: Schema, _ encoding: Located?, _ title: String) -> Endpoint.Body {
    guard encoding?.allEntries.isEmpty == false else {
      return .form(schema, lists: .repeated, objects: .json)
    }
    let properties = schemas.properties(of: schema)
    var fields: [StyledField] = []
    for (_, name, written) in encoding?.allEntries ?? [] {
      guard let property = properties.first(where: { $0.name.text == name }) else { continue }
      let form = schemas.parameterForm(of: property.schema)
      if let style = self.style(of: written, form, property.schema, named: name, isMultipart: false, title) {
        fields.append(style)
      }
    }
    // A form in which all that is nested has brackets needs no styles.
    let nested = properties.filter { ![.scalar, .any].contains(schemas.parameterForm(of: $0.schema)) }
    let deep = fields.filter { $0.style.kind == .deepObject }.map(\.name.text)
    if !deep.isEmpty, deep.count == fields.count, nested.allSatisfy({ deep.contains($0.name.text) }) {
      return .form(schema, lists: .brackets, objects: .brackets)
    }
    return .form(schema, lists: .repeated, objects: .json, fields: fields)
  }

  /// The style of a field or a part; nil if it is written as without an encoding.
  func style(
    of encoding: Located?, _ form: SchemaStore.ParameterForm, _ schema: Schema, named name: String,
    isMultipart: Bool, _ title: String
  ) -> StyledField? {
    guard let encoding, let node = documents.followed(encoding, for: "an encoding")?.node else { return nil }
    let what = "the \(isMultipart ? "part" : "field") '\(abbreviate(name))' of \(title)"
    let field = Name(name, span: node.occurrence)
    let isStyled = ["style", "explode", "allowReserved"].contains { node[$0] != nil }
    // Before OpenAPI 3.1, parts have no styles.
    guard isStyled, !isMultipart || hasPartStyles else {
      let type = node["contentType"]?.text.map { DocumentMediaType($0) }
      guard let type, !isMultipart, form == .object || form == .list else { return nil }
      switch type.form {
      case .json: return form == .list ? StyledField(name: field, style: Parameter.Style(.json)) : nil
      case .text where form == .list && type.essence == "text/plain": return nil
      default:
        findings.leaveOut(
          "\(what) can't be written as '\(abbreviate(type.name))', so it is written as without an encoding",
          at: node)
        return nil
      }
    }
    let style = DocumentParameterStyle(node, location: .query)
    if style.isMisplaced {
      findings.mistake(
        "\(what) can't have the style '\(abbreviate(style.name))'; the default style is used", at: node)
    }
    if form == .object, style.kind != .deepObject, !schemas.hasOnlyScalars(schema) {
      findings.leaveOut(
        "\(what) has lists or objects in it, which its style '\(abbreviate(style.name))' can't write, so it is written as JSON",
        at: node)
      return nil
    }
    var parameter = Parameter(name: field, location: .form, schema: schema, isRequired: false)
    parameter.keepsReserved = !isMultipart && node["allowReserved"]?.asBool == true
    style.write(form, into: &parameter)
    guard parameter.style != nil || parameter.keepsReserved else { return nil }
    return StyledField(
      name: field, style: parameter.style ?? Parameter.Style(.form), keepsReserved: parameter.keepsReserved)
  }

  private var hasPartStyles: Bool { documents.dialect != .openAPI30 }
}

extension SchemaStore {
  /// The properties of an object, or of the one that a reference leads to.
  func properties(of schema: Schema) -> [Schema.Property] {
    var schema = schema
    var depth = 0
    while let reference = schema.reference, let target = peek(reference.text), depth < 32 {
      schema = target
      depth += 1
    }
    return schema.object.properties
  }
}
