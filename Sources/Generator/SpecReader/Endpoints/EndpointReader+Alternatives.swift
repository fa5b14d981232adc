import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  /// A body for each media type: one of them is sent.
  func bodyByMediaType(_ node: YAMLNode, of endpoint: inout Endpoint) -> Endpoint.Body? {
    var alternatives: [Endpoint.Body.Alternative] = []
    for entry in report.entries(node, for: "'body'", areWireNames: true) {
      if entry.name == "optional" {
        endpoint.isBodyOptional = report.boolean(entry.value, for: "'optional'") ?? false
        continue
      }
      guard mediaType(entry.key, for: "body") != nil else { continue }
      let type = Name(entry.name, span: entry.key.occurrence)
      guard !type.text.hasByte("*") || entry.value.text == "file" else {
        report.error(
          .invalidValue, "'\(abbreviate(type.text))' is a range; a body has one media type", at: type.span)
        continue
      }
      if entry.value.namesCodec, essence(of: type) != "multipart/form-data" {
        let codec = schemas.codec(ofMediaType: entry.value)
        alternatives.append(.init(mediaType: type, body: .bytes(mediaType: type.text), codec: codec))
      } else if let body = body(entry.value, of: type) {
        alternatives.append(Endpoint.Body.Alternative(mediaType: type, body: body))
      }
    }
    guard alternatives.count > 1 else {
      endpoint.bodyCodec = alternatives.first?.codec
      return alternatives.first?.body
    }
    var names: Set<String> = []
    for alternative in alternatives where !names.insert(usual(alternative.mediaType.text)).inserted {
      report.error(
        .duplicateName, "'\(abbreviate(alternative.mediaType.text))' is the media type of another body, too",
        at: alternative.mediaType.span)
    }
    for alternative in alternatives {
      guard case .multipart = alternative.body else { continue }
      report.error(
        .conflictingKeys,
        "a multipart body can't be one of several; write an endpoint of its own for '\(alternative.mediaType.text)'",
        at: alternative.mediaType.span)
      return nil
    }
    return .alternatives(alternatives)
  }

  private func essence(of type: Name) -> String { String(type.text.lowercased().prefix { $0 != ";" }) }

  /// In lower case, without white space and the character set, which is always UTF-8.
  private func usual(_ type: String) -> String {
    let parts = type.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    return parts.filter { !$0.hasByteSuffix("charset=utf-8") }.joined(separator: ";")
  }

  private func body(_ node: YAMLNode, of type: Name) -> Endpoint.Body? {
    let essence = essence(of: type)
    if ["multipart/form-data", "application/x-www-form-urlencoded"].contains(essence),
      usual(type.text) != essence
    {
      report.error(.invalidValue, "a body of the type '\(essence)' has no parameters", at: type.span)
      return nil
    }
    switch essence {
    case "application/json" where usual(type.text) == essence: return .json(schemas.schema(node, at: .inside))
    case "multipart/form-data": return multipart(node)
    case "application/x-www-form-urlencoded":
      guard node["form"] != nil else { return form(node, lists: nil, objects: nil) }
      guard
        let fields = Fields(
          node, what: "a form", keys: ["form", "lists", "objects", "styles"], report: report),
        let schema = fields["form"]
      else { return nil }
      return form(schema, lists: fields["lists"], objects: fields["objects"], styles: fields["styles"])
    default: break
    }
    if essence == "application/json" || essence.hasByteSuffix("+json") {
      return .jsonOfType(schemas.schema(node, at: .inside), mediaType: type.text)
    }
    switch node.text {
    case "text" where type.text.hasByte(";"):
      report.error(
        .invalidValue, "a text is sent in UTF-8, and its media type has no parameters", at: type.span)
      return nil
    case "text": return .text(mediaType: type.text)
    case "bytes": return .bytes(mediaType: type.text)
    case "file": return .file(mediaType: type.text)
    default:
      report.error(
        .invalidValue,
        "a body of the type '\(abbreviate(type.text))' is 'text', 'bytes', 'file' or {codec: Type}; schemas are for JSON and forms",
        at: node.occurrence)
      return nil
    }
  }
}
