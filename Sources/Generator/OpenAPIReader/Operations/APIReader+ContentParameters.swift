import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// A parameter that is written in a media type; nil for one other than JSON and text.
  func parameter(in content: Located, _ value: Located, _ location: Parameter.Location) -> Parameter? {
    guard let (_, name, written) = content.allEntries.first,
      let content = documents.mediaType(written)
    else { return nil }
    let schema = content["schema"].map { schemas.use($0) } ?? Schema(span: content.node.occurrence)
    switch DocumentMediaType(name).form {
    case .json:
      var parameter = self.parameter(value, location, schema, isText: false)
      parameter.style = Parameter.Style(.json)
      return parameter
    case .text:
      return self.parameter(value, location, schema, isText: schemas.parameterForm(of: schema) != .scalar)
    default: return nil
    }
  }

  /// A parameter that is the whole query (OpenAPI 3.2): a form, whose fields are parameters.
  ///
  /// - Returns: false, reported, where the operation can't be called without it.
  func readQueryString(_ value: Located, _ title: String, into endpoint: inout Endpoint) -> Bool {
    let isRequired = value.node["required"]?.asBool == true
    let form = documents.child("content", of: value)?.allEntries.first {
      DocumentMediaType($0.name).form == .form
    }
    guard let form, let content = documents.mediaType(form.value),
      let schema = content["schema"]
    else {
      if findings.isBroken(value.node["content"]) { return !isRequired }
      findings.leaveOut(
        "the query of \(title) isn't a form, so \(isRequired ? "the operation" : "it") is left out",
        at: value.node)
      return !isRequired
    }
    var facts = SchemaFacts()
    var seen: Set<String> = []
    facts.add(schema, in: documents, seen: &seen)
    schemas.leaveOut(facts.conditions, "of a query")
    for (name, key, parts) in facts.properties where !name.isEmpty && visibleText(name) == name {
      let schema = schemas.conjunction(parts)
      let encoding = documents.child("encoding", of: content)?[name].flatMap {
        documents.object($0, "an encoding")
      }?.node
      let style = DocumentParameterStyle(encoding, location: .query)
      let form = schemas.parameterForm(of: schema)
      var parameter = self.parameter(parts[0], .query, schema, isText: form == .any)
      parameter.name = Name(name, span: key.occurrence)
      parameter.isRequired = isRequired && facts.required.contains(name)
      if parameter.isRequired { parameter.schema.describeDefault() }
      parameter.keepsReserved = encoding?["allowReserved"]?.asBool == true
      if form == .object, encoding?["style"] == nil {
        parameter.style = Parameter.Style(.json)
      } else if form == .object, style.kind != .deepObject, !schemas.hasOnlyScalars(schema) {
        findings.leaveOut(
          "the field '\(abbreviate(name))' of the query of \(title) has lists or objects in it, which its style can't write, and is left out",
          at: key)
        continue
      } else {
        style.write(form, into: &parameter)
      }
      endpoint.parameters.append(parameter)
    }
    return true
  }
}
