import APIModel
import Diagnostics
import SpecReader
import SpecYAML

extension APIReader {
  /// Reads the responses, and adds the endpoint, plus another one for each stream beside another response.
  func readResponses(
    of operation: Located, _ method: Endpoint.Method, _ title: String, into endpoint: inout Endpoint
  ) {
    var responses: [Endpoint.Response] = []
    var streams: [Endpoint.Response] = []
    var headers: [(statuses: ClosedRange<Int>, fields: [ResponseHeader])] = []
    var failures: [Failure] = []
    var other: (value: Located, name: String?)?
    for (key, name, written) in documents.child("responses", of: operation)?.entries ?? [] {
      guard let statuses = statuses(name) else {
        findings.mistake("'\(abbreviate(name))' isn't a status, so its response is left out", at: key)
        continue
      }
      guard let found = documents.followed(written, for: "a response of \(title)") else { continue }
      documents.reportSchema(written, inPlaceOf: "a response")
      let isFailure = statuses.lowerBound >= 400 || statuses == Endpoint.Response.otherStatuses
      let value = swagger?.response(found, of: operation, isFailure: isFailure) ?? found
      if statuses == Endpoint.Response.otherStatuses {
        other = (value, componentName(of: written))
      } else if (200...299).contains(statuses.lowerBound) {
        let found = payloads(of: value, statuses, method, at: key)
        streams += found.filter(\.payload.isStream)
        responses += found.filter { !$0.payload.isStream }
        headers.append((statuses, self.headers(of: value, title)))
      } else if statuses.lowerBound >= 400 {
        failures += failure(value, statuses, at: key, named: componentName(of: written))
      }
      // 1XX and 3XX are the transport's.
    }
    if let other {
      if responses.isEmpty, streams.isEmpty {
        responses += payloads(of: other.value, 200...299, method, at: other.value.node).filter {
          !$0.payload.isStream
        }
      } else {
        let statuses = Endpoint.Response.otherStatuses
        failures += failure(other.value, statuses, at: other.value.node, named: other.name)
      }
    }
    if method == .get { noteSilence(of: responses, hasStreams: !streams.isEmpty) }
    if responses.isEmpty, streams.isEmpty {
      // An undescribed response is read as bytes, which loses nothing.
      let isSilent =
        documents.child("responses", of: operation)?.entries.contains { $0.name.hasPrefix("3") } == true
      responses.append(
        .init(
          statuses: 200...299, payload: method == .head || !isSilent ? .empty : .bytes,
          span: operation.node.occurrence))
      if method == .get, !isSilent { noteSilence("isn't described", at: operation.node.occurrence) }
    }
    endpoint.failures = narrowestFirst(failures)
    endpoint.headers = common(headers)
    endpoint.responses = joined(responses)
    if !responses.isEmpty {
      var answering = endpoint
      if let accept = acceptedTypes(endpoint.responses) {
        answering.constantHeaders.append(
          ConstantHeader(name: Name("Accept", span: accept.span), value: accept.value))
      }
      module.endpoints.append(answering)
    }
    guard let stream = streams.first else { return }
    var streaming = endpoint
    streaming.responses = [.init(statuses: 200...299, payload: stream.payload, span: stream.span)]
    streaming.responses[0].listedStatus = stream.statuses.lowerBound
    streaming.responses[0].listedTypes = stream.listedTypes
    streaming.responses[0].examples = stream.examples
    streaming.responses[0].mayLackEnd = stream.mayLackEnd
    if saysThatStreamsEnd(operation) { streaming.responses[0].end(with: Self.usualEnd) }
    streaming.headers = []
    if !responses.isEmpty {
      streaming.name.text = freeName([endpoint.name.text + "-stream"], in: endpoint.group)
    }
    module.endpoints.append(streaming)
  }

  /// Notes that a response says nothing of its content. Statuses such as 202 may have none if another response does.
  private func noteSilence(of responses: [Endpoint.Response], hasStreams: Bool) {
    let silent = responses.filter {
      $0.payload == .empty && $0.statuses != 204...204 && $0.statuses != 205...205
    }
    let isAlone = !hasStreams && responses.allSatisfy { $0.payload == .empty }
    guard let first = silent.first(where: { $0.statuses.contains(200) || isAlone }) else { return }
    noteSilence("has no content", at: first.span)
  }

  private func noteSilence(_ words: String, at span: SourceSpan) {
    findings.ignore(
      "the response \(words), so the method returns nothing, and what the service may send, such as a file, is dropped; "
        + "to read it, describe it, or write 'response: bytes' for the operation in a folder with the document",
      at: span)
  }

  private func narrowestFirst(_ failures: [Failure]) -> [Failure] {
    failures.enumerated().sorted {
      ($0.element.statuses.count, $0.offset) < ($1.element.statuses.count, $1.offset)
    }.map(\.element)
  }

  /// `200`, `2XX` and `default`.
  private func statuses(_ text: String) -> ClosedRange<Int>? {
    if text == "default" { return Endpoint.Response.otherStatuses }
    let lowered = text.lowercased()
    guard lowered.utf8.count == 3, let first = lowered.first?.wholeNumberValue, (1...5).contains(first) else {
      return nil
    }
    if lowered.hasSuffix("xx") { return first * 100...first * 100 + 99 }
    return Int(lowered).map { $0...$0 }
  }

  // MARK: Payloads

  private func payloads(
    of value: Located, _ statuses: ClosedRange<Int>, _ method: Endpoint.Method, at key: YAMLNode
  ) -> [Endpoint.Response] {
    let contents = documents.child("content", of: value)?.allEntries ?? []
    if contents.isEmpty || method == .head || statuses == 204...204 || statuses == 205...205 {
      return [.init(statuses: statuses, payload: .empty, span: key.occurrence)]
    }
    var responses: [Endpoint.Response] = []
    for (key, name, content) in contents {
      guard let content = documents.mediaType(content) else { continue }
      let type = DocumentMediaType(name)
      guard type.isWellFormed else {
        findings.leaveOut("'\(abbreviate(name))' isn't a media type, so the response is left out", at: key)
        continue
      }
      var response = Endpoint.Response(
        statuses: statuses, mediaType: Name(type.name, span: key.occurrence),
        payload: payload(type, content), span: key.occurrence)
      response.listedTypes = [type.name]
      response.examples = examples(of: content, as: response.payload).flatMap {
        elements(in: $0, of: response.payload)
      }
      // What a document says of the end doesn't make it certain.
      response.mayLackEnd = response.payload.end != nil
      responses.append(response)
    }
    // Another JSON media type with the same schema is the same response.
    var distinct: [Endpoint.Response] = []
    for response in responses {
      let known = distinct.firstIndex {
        $0.payload.meansTheSame(as: response.payload) && $0.payload.schema != nil
      }
      if let known {
        distinct[known].listedTypes += response.listedTypes
        distinct[known].examples += response.examples
      } else {
        distinct.append(response)
      }
    }
    // Of several media types for JSON, those that are called so.
    for position in distinct.indices {
      guard case .json = distinct[position].payload else { continue }
      let named = distinct[position].listedTypes.filter { DocumentMediaType($0).form == .json }
      guard !named.isEmpty else { continue }
      distinct[position].listedTypes = named
      if let type = distinct[position].mediaType, DocumentMediaType(type.text).form != .json {
        distinct[position].mediaType?.text = named[0]
      }
    }
    // Alone, only a file or a text must have its media type.
    if distinct.count == 1, let type = distinct[0].mediaType, !DocumentMediaType(type.text).isCheckedAlone {
      distinct[0].mediaType = nil
    }
    return distinct
  }

  /// `example`, or the `examples` by name.
  private func examples(of content: Located, as payload: Endpoint.Response.Payload) -> [ResponseExample] {
    var schema = payload.schema
    if case .text = payload {
      schema = Schema(span: content.node.occurrence)
      schema?.types = [.string]
    }
    if let node = content.node["example"], let single = schemas.written(node, of: schema) {
      return [.init(value: single, span: node.occurrence)]
    }
    return (documents.child("examples", of: content)?.allEntries ?? []).compactMap { _, name, written in
      guard let example = documents.followed(written, for: "an example"),
        let node = example.node["value"] ?? example.node["dataValue"],
        let value = schemas.written(node, of: schema)
      else { return nil }
      return .init(name: name, value: value, span: node.occurrence)
    }
  }

  private func payload(_ type: DocumentMediaType, _ content: Located) -> Endpoint.Response.Payload {
    func json() -> Endpoint.Response.Payload {
      .json(content["schema"].map { schemas.use($0) } ?? Schema(span: content.node.occurrence))
    }
    switch type.form {
    case .json:
      if let schema = content["schema"] {
        if isBinary(schema) || type.isAny && isFile(schema) { return .bytes }
        // A service that may answer with anything answers a text with `text/plain`.
        if type.isAny, isOnlyText(schema) { return .text }
      }
      return json()
    // Services that write an object as `text/plain` write JSON.
    case .text:
      let value = json()
      return type.essence == "text/plain" && !mayBeText(content["schema"]) ? value : .text
    case .events: return eventStream(content)
    case .lines: return lineStream(content)
    case .sequence:
      return .stream(
        .sequence, of: element(content).map { schemas.use($0) } ?? Schema(span: content.node.occurrence))
    case .form, .multipart, .bytes:
      // The models are there for those who decode the bytes themselves.
      if content["schema"].map(isFile) != true { _ = json() }
      return .bytes
    }
  }

  /// Combines responses with the same payload.
  private func joined(_ responses: [Endpoint.Response]) -> [Endpoint.Response] {
    guard let first = responses.first else { return [] }
    if responses.allSatisfy({ $0.payload.meansTheSame(as: first.payload) }) {
      let isOne = responses.count == 1 && first.statuses.count == 1
      let isJSON = if case .json = first.payload { true } else { false }
      // A type of its own would refuse those of the others.
      let isOneType = responses.allSatisfy { $0.mediaType?.text == first.mediaType?.text }
      var one = Endpoint.Response(
        statuses: isOne ? first.statuses : 200...299, mediaType: isJSON || !isOneType ? nil : first.mediaType,
        payload: first.payload, span: first.span)
      for type in responses.flatMap(\.listedTypes) where !one.listedTypes.contains(type) {
        one.listedTypes.append(type)
      }
      one.examples = responses.flatMap(\.examples)
      one.listedStatus = first.statuses.lowerBound
      return [one]
    }
    var kept: [Endpoint.Response] = []
    for response in responses
    where !kept.contains(where: {
      $0.statuses == response.statuses && $0.mediaType?.text == response.mediaType?.text
    }) {
      kept.append(response)
    }
    return kept.enumerated().sorted {
      ($0.element.statuses.count, $0.offset) < ($1.element.statuses.count, $1.offset)
    }.map(\.element)
  }

  /// The value of `Accept` where responses are read in fewer ways than they have media types; nil where it follows from how
  /// they are read.
  private func acceptedTypes(_ responses: [Endpoint.Response]) -> (value: String, span: SourceSpan)? {
    let types = responses.flatMap(\.listedTypes)
    guard let first = responses.first,
      types.allSatisfy({ !$0.contains("*/*") && !$0.hasBytePrefix("application/*") })
    else { return nil }
    if responses.count == 1 {
      let isJSON = if case .json = first.payload { true } else { false }
      // The media type of one file or text is in the response itself, if it is checked.
      guard isJSON ? !types.isEmpty && types != ["application/json"] : types.count > 1 else { return nil }
    } else {
      let isNamed = responses.allSatisfy { response in
        response.listedTypes.allSatisfy { $0 == response.mediaType?.text ?? "application/json" }
      }
      if isNamed { return nil }
    }
    var distinct: [String] = []
    for type in types where !distinct.contains(type) { distinct.append(type) }
    let isJSON = responses.contains { if case .json = $0.payload { true } else { false } }
    if !isJSON { distinct.append("*/*;q=0.1") }
    return (distinct.joined(separator: ", "), first.span)
  }

  // MARK: Failures

  private func failure(
    _ value: Located, _ statuses: ClosedRange<Int>, at key: YAMLNode, named name: String?
  ) -> [Failure] {
    let found = payloads(of: value, statuses, .get, at: key)
    let json = found.first { if case .json = $0.payload { true } else { false } }
    let first = json ?? found.first { !$0.payload.isStream }
    for other in found where other.span != first?.span {
      leaveOut(other, beside: first)
    }
    guard let first else { return [] }
    var failure = Failure(
      statuses: statuses, payload: first.payload == .bytes ? .empty : first.payload, span: key.occurrence)
    (failure.listedTypes, failure.examples, failure.componentName) = (first.listedTypes, first.examples, name)
    return [failure]
  }

  /// Reports that a form of a failure isn't read. Several operations may refer to it.
  private func leaveOut(_ other: Endpoint.Response, beside read: Endpoint.Response?) {
    let type = "'\(abbreviate(other.listedTypes.first ?? ""))'"
    guard let read, let name = read.listedTypes.first else {
      findings.ignore("a failure can't be a stream, so \(type) is left out", at: other.span)
      return
    }
    let isFirst = read.span.start < other.span.start
    let reason = isFirst ? "'\(abbreviate(name))' comes first" : "JSON is preferred"
    let message = "a failure is read in one form, and \(reason), so \(type) is left out"
    // What isn't JSON usually says the same to people.
    if case .json = other.payload {
      findings.leaveOutOnce(message, at: other.span)
    } else {
      findings.ignore(message, at: other.span)
    }
  }

  // MARK: Header fields

  private func headers(of value: Located, _ title: String) -> [ResponseHeader] {
    (documents.child("headers", of: value)?.allEntries ?? []).compactMap { key, name, written in
      guard !noteIgnoredHeader(name, at: key, isResponse: true), isToken(name),
        let found = documents.followed(written, for: "the header '\(abbreviate(name))'")
      else { return nil }
      let header = swagger?.header(found, named: name) ?? found
      guard var schema = header["schema"].map({ schemas.use($0) }) else {
        if findings.isBroken(written.node) { return nil }
        findings.leaveOut(
          "the header '\(abbreviate(name))' of \(title) has no schema, or is written in a media type, and is left out",
          at: key)
        return nil
      }
      switch schemas.parameterForm(of: schema) {
      case .scalar, .list: break
      case .any:
        schema = Schema(span: schema.span)
        schema.types = [.string]
      case .object:
        findings.leaveOut(
          "the header '\(abbreviate(name))' of \(title) is an object, which isn't supported", at: key)
        return nil
      }
      if !schema.oneOf.isEmpty || !schema.anyOf.isEmpty {
        findings.leaveOut(
          "the header '\(abbreviate(name))' of \(title) has one of several types, which isn't supported, so it is left out",
          at: key)
        return nil
      }
      schema.isNullable = false
      let words = documentation(header.node["description"]?.text)
      if words.summary != nil { schema.documentation = words }
      return ResponseHeader(
        name: Name(name, span: key.occurrence), schema: schema,
        isRequired: header.node["required"]?.asBool == true)
    }
  }

  /// Merges the header fields of several responses. A field is required if every response has it.
  private func common(
    _ responses: [(statuses: ClosedRange<Int>, fields: [ResponseHeader])]
  ) -> [ResponseHeader] {
    var all: [ResponseHeader] = []
    for (statuses, fields) in responses {
      for field in fields {
        guard let known = all.firstIndex(where: { $0.isSame(as: field) }) else {
          all.append(field)
          all[all.count - 1].statuses = [statuses]
          continue
        }
        let first = all[known]
        if first.statuses.last == statuses {
          findings.leaveOutOnce(
            "'\(abbreviate(field.name.text))' and '\(abbreviate(first.name.text))' are the same header, because case doesn't count, so this one is left out",
            at: field.name.span)
          continue
        }
        all[known].statuses.append(statuses)
        if !first.schema.meansTheSame(as: field.schema) {
          findings.leaveOutOnce(
            "the header '\(abbreviate(field.name.text))' is described differently for two responses, and read as the first one says",
            at: field.name.span)
        }
      }
    }
    for position in all.indices {
      let field = all[position]
      all[position].isRequired = responses.allSatisfy { response in
        response.fields.contains { $0.isSame(as: field) && $0.isRequired }
      }
      if field.statuses.count == responses.count { all[position].statuses = [] }
    }
    return all
  }
}

extension Endpoint.Response.Payload {
  /// Whether both are read in the same way.
  func meansTheSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.json(let one), .json(let two)): one.meansTheSame(as: two)
    default: self == other
    }
  }
}
