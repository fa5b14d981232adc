import APIModel
import Diagnostics
import SpecYAML

/// The keys of a body by its form.
private let bodyForms = ["json", "text", "bytes"]

extension EndpointReader {
  /// The responses for some statuses: one payload, or one for each media type; and header fields.
  func addResponses(
    _ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan, into endpoint: inout Endpoint
  ) {
    let headers = node["headers"].map(self.headers)
    endpoint.add(headers ?? [], with: statuses, isFirst: endpoint.responses.isEmpty)
    guard let entries = node.entries?.filter({ $0.name != "headers" && !$0.name.hasPrefix("x-") }) else {
      endpoint.responses.append(response(node, statuses: statuses, at: span))
      return
    }
    let names = entries.map(\.name)
    if let stream = stream(node, statuses: statuses, at: span) {
      endpoint.responses.append(stream)
    } else if entries.isEmpty, headers != nil {
      endpoint.responses.append(.init(statuses: statuses, payload: .empty, span: span))
    } else if names.contains(where: { $0.contains("/") }) {
      endpoint.responses += byMediaType(entries, statuses: statuses)
    } else if let first = entries.first, Report.isStatus(first.name) {
      report.error(
        .misplacedKey,
        "'response' is the response to a successful request; write 'responses' for responses by status",
        at: first.key.occurrence)
      endpoint.responses.append(.init(statuses: statuses, payload: .empty, span: span))
    } else if names.contains(where: bodyForms.contains) || names.contains("codec") {
      endpoint.responses += [byForm(node, statuses: statuses, at: span)].compactMap(\.self)
    } else {
      endpoint.responses.append(response(node, statuses: statuses, at: span))
    }
  }

  /// `{text: text/csv}`, `{bytes: image/png}` or `{json: T}`.
  private func byForm(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan)
    -> Endpoint.Response?
  {
    guard
      let fields = Fields(node, what: "a response", keys: bodyForms + ["codec", "headers"], report: report)
    else {
      return nil
    }
    let present = fields.requireAtMostOne(of: bodyForms, in: "a response")
    let codec = schemas.codec(fields, besides: present)
    guard let form = present.first, let value = fields[form] else { return nil }
    if form == "json" {
      return .init(statuses: statuses, payload: .json(schemas.schema(value, at: .inside)), span: span)
    }
    guard let type = report.mediaType(value, for: "'\(form)'") else { return nil }
    return .init(
      statuses: statuses, mediaType: type, payload: form == "text" ? .text : .bytes, codec: codec, span: span)
  }

  /// `{application/json: T, text/csv: text, application/pdf: bytes, image/png: {codec: PNG}}`.
  private func byMediaType(_ entries: [YAMLMapping.Entry], statuses: ClosedRange<Int>)
    -> [Endpoint.Response]
  {
    let responses = entries.compactMap { entry -> Endpoint.Response? in
      guard entry.name.contains("/") else {
        report.error(
          .misplacedKey,
          "'\(abbreviate(entry.name))' isn't a media type like the other keys; write a type's own keywords below its media type",
          at: entry.key.occurrence)
        return nil
      }
      guard let type = report.mediaType(entry.key, for: "a media type") else { return nil }
      if entry.value.namesCodec {
        return .init(
          statuses: statuses, mediaType: type, payload: .bytes,
          codec: schemas.codec(ofMediaType: entry.value),
          span: entry.key.occurrence)
      }
      var response = response(entry.value, statuses: statuses, at: entry.key.occurrence)
      response.mediaType = type
      if case .json = response.payload, !isJSON(type.text) {
        report.error(
          .conflictingKeys,
          "a body of '\(abbreviate(type.text))' isn't JSON; write 'text', 'bytes' or {codec: Type} as its "
            + "type",
          at: type.span)
      }
      return response
    }
    checkReachability(of: responses)
    return responses
  }

  private func isJSON(_ type: String) -> Bool {
    let essence = type.split(separator: ";")[0].lowercased()
    return essence.hasSuffix("/json") || essence.hasSuffix("+json") || essence.hasSuffix("*")
      || essence.hasSuffix("/json ")
  }

  // MARK: Header fields

  private func headers(_ node: YAMLNode) -> [ResponseHeader] {
    let entries = report.entries(node, for: "'headers'", areWireNames: true)
    let headers = entries.compactMap { entry -> ResponseHeader? in
      let marked = MarkedName(entry.name)
      let name = Name(marked.name, span: entry.key.occurrence)
      guard report.checkToken(name, of: "a header") else { return nil }
      let schema = schemas.schema(entry.value, at: .inside)
      let shape = schemas.resolved(schema)
      let element = shape[.items].map { schemas.resolved($0) }
      let parts = shape.types == [.array] ? [shape, element].compactMap(\.self) : [shape]
      if schema.isNullable || shape.isNullable {
        report.error(
          .parameterType, "a header can't be null; one that may be missing has a '?' at the end of its name",
          at: schema.span)
      } else if parts.contains(where: { $0.types.contains(.object) || !$0.object.properties.isEmpty })
        || element?.types.contains(.array) == true
      {
        report.error(.parameterType, "a header must be a scalar or a list of scalars", at: schema.span)
      }
      return ResponseHeader(
        name: name, schema: schema, isRequired: !marked.isOptional)
    }
    var kept: [ResponseHeader] = []
    for header in headers {
      if let first = kept.first(where: { $0.isSame(as: header) }) {
        report.duplicate(
          "the header '\(abbreviate(header.name.text))'", at: header.name.span, first: first.name.span)
      } else {
        kept.append(header)
      }
    }
    return kept
  }

  /// Reports header fields that two responses describe differently.
  func checkHeaders(_ endpoint: inout Endpoint) {
    var kept: [ResponseHeader] = []
    for header in endpoint.headers {
      let known = kept.firstIndex { $0.isSame(as: header) }
      guard let known else {
        kept.append(header)
        continue
      }
      kept[known].statuses += header.statuses
      if !kept[known].schema.meansTheSame(as: header.schema) {
        report.error(
          .duplicateName,
          "the header '\(abbreviate(header.name.text))' is described differently for two responses",
          at: header.name.span, notes: [.init("the other is here", at: kept[known].name.span)])
      }
    }
    let all = Set(endpoint.responses.map(\.statuses))
    for position in kept.indices {
      kept[position].statuses.sort { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
      if all.isSubset(of: kept[position].statuses) { kept[position].statuses = [] }
    }
    endpoint.headers = kept
  }
}

extension Endpoint {
  /// Adds a response's header fields. Only fields that every response has are required.
  fileprivate mutating func add(_ added: [ResponseHeader], with statuses: ClosedRange<Int>, isFirst: Bool) {
    var added = added
    for position in added.indices { added[position].statuses = [statuses] }
    func names(_ headers: [ResponseHeader]) -> Set<String> {
      Set(headers.filter(\.isRequired).map { $0.name.text.lowercased() })
    }
    var required = names(added)
    if !isFirst { required.formIntersection(names(headers)) }
    headers += added
    for position in headers.indices {
      headers[position].isRequired = required.contains(headers[position].name.text.lowercased())
    }
  }
}
