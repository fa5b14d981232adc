import APIModel
import Diagnostics
import GeneratorKit
import TrafficEvidence

extension SpecInferrer {
  /// The module's envelope, if the endpoint's responses have it.
  func envelope(of endpoint: FoundEndpoint) -> EnvelopeGuess? {
    let successes = endpoint.successes
    guard let envelope, successes.allSatisfy({ envelope.fits($0.response.success) }) else { return nil }
    // What has some of the envelope's keys, and not the payload, may be something else. Failures show that it isn't.
    let hasFailures = successes.contains {
      $0.response.failure.count > 0 && envelope.describesFailures($0.response.failure)
    }
    if envelope.isRare, !hasFailures { return nil }
    return hasFailures || !SuccessForms(successes, envelope).lacksPayloadBesideTypes ? envelope : nil
  }

  func addResponses(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout Endpoint,
    _ builder: inout TypeBuilder
  ) {
    let successes = endpoint.successes
    let envelope = self.envelope(of: endpoint)
    let forms = SuccessForms(successes, envelope)
    result.envelope = envelope.map { Name(guess: $0.name) }
    let payloads = forms.json.indices.map { index in
      let group = forms.json[index]
      let place = Self.place(of: group, isFirst: index == 0, endpoint, name)
      // An empty payload can't be one of several media types.
      let mayBeEmpty = envelope != nil && !forms.hasOtherTypes(group)
      var payload = payload(of: group, at: place, mayBeEmpty: mayBeEmpty, &result, &builder)
      // Clients of `any?` accept responses without a payload.
      if envelope != nil, group.json.values == 0, case .json(var schema) = payload {
        schema.isNullable = true
        payload = .json(schema)
      }
      return payload
    }
    var used: Set<Int> = []
    for (status, response) in forms.isOnlyJSON ? forms.all.prefix(1) : forms.all[...] {
      let group = forms.json.firstIndex { $0.statuses.contains(status) }
      let added = responses(
        status, response, json: group.map { payloads[$0] }, envelope, result.span)
      for schema in added.compactMap(\.payload.schema) where !used.insert(group ?? 0).inserted {
        builder.useAgain(schema)
      }
      result.responses += added
    }
    if !result.responses.isEmpty {
      for status in forms.unreadable {
        let payload = Endpoint.Response.Payload.json(Self.unknown(isUnreadable: true))
        result.responses.append(.init(statuses: status...status, payload: payload, span: result.span))
      }
    }
    if result.responses.isEmpty {
      let payload = Endpoint.Response.Payload.json(Self.unknown(isUnreadable: !forms.unreadable.isEmpty))
      result.responses = [.init(statuses: 200...200, payload: payload, span: result.span)]
      if successes.isEmpty { result.envelope = nil }
    }
    guard Set(result.responses.map(\.statuses)).count == 1 else { return }
    // The only one that was seen stands for all successful ones.
    for place in result.responses.indices { result.responses[place].statuses = 200...299 }
    guard result.responses.count == 1, case .json = result.responses[0].payload, let only = forms.json.first,
      PageRule.mayHaveList(only.json),
      let pages = PageRule.pagination(
        result.parameters, only.root.objects?.all,
        links: successes.reduce(0) { $0 + $1.response.links },
        method: endpoint.method), envelope?.hasPaths(pages) ?? true
    else { return }
    result.policies.pagination = pages
    let keys = PolicyWriter.pagination(pages).entries.map { "\($0.key) \(SpecPrinter.flow($0.value))" }
    builder.note(
      Self.place(of: only, isFirst: true, endpoint, name), "pages: " + keys.joined(separator: ", "))
  }

  private static func place(
    of group: SuccessForms.JSONGroup, isFirst: Bool, _ endpoint: FoundEndpoint, _ name: EndpointNames.Name
  ) -> TypeBuilder.Place {
    // Types of other statuses have names of their own.
    let suffix = isFirst ? "" : suffix(of: group.statuses)
    var place = TypeBuilder.Place(
      name: name.endpoint, type: name.type + suffix, rank: 2, owner: "", file: name.file)
    if !isFirst { place.path += suffix }
    if group.json.lists != nil || MapRule.isMap(group.json) {
      place.type = name.elementType + suffix
      place.otherType = name.elementType + suffix + "Item"
    } else {
      // Nothing is called like what has a path of its own.
      if endpoint.method == "GET", endpoint.endsInVariable, isFirst { place.rank = 0 }
      place.otherType = name.ownerType.map { $0 + suffix }
    }
    return place
  }

  /// What responses with a status are: JSON, and everything else by its media type.
  private func responses(
    _ status: Int, _ response: ResponseEvidence, json: Endpoint.Response.Payload?, _ envelope: EnvelopeGuess?,
    _ span: SourceSpan
  ) -> [Endpoint.Response] {
    func described(_ payload: Endpoint.Response.Payload, _ type: String? = nil) -> Endpoint.Response {
      .init(
        statuses: status...status, mediaType: type.map { Name(guess: $0) }, payload: payload, span: span)
    }
    let others = response.writableTypes.map { described($0.hasPrefix("text/") ? .text : .bytes, $0) }
    guard let json else { return others.isEmpty ? [described(.empty)] : others }
    guard case .json = json, !others.isEmpty else { return [described(json)] }
    // A range contains the types beside it, so it comes last.
    guard let types = response.writableJSONTypes(envelope) else { return others + [described(json, "*/*")] }
    return types.map { described(json, $0) } + others
  }

  private func payload(
    of group: SuccessForms.JSONGroup, at place: TypeBuilder.Place, mayBeEmpty: Bool,
    _ result: inout Endpoint,
    _ builder: inout TypeBuilder
  ) -> Endpoint.Response.Payload {
    var guess = builder.guess(group.json, at: place)
    // Only a property can be a secret.
    guess.isSecret = false
    guess.comment = guess.comment ?? (group.root.count == 1 ? "one sample" : nil)
    guard group.isNothing, mayBeEmpty else {
      if group.empty > 0 {
        let note = "\(group.empty) of \(group.root.count + group.empty) responses had no body"
        guess.comment = guess.comment.map { "\($0); \(note)" } ?? note
      }
      return .json(guess)
    }
    result.documentation.summary = guess.comment.map { "its response: \($0)" }
    return .empty
  }

  static func unknown(isUnreadable: Bool) -> Schema {
    var unknown = Schema()
    unknown.comment = isUnreadable ? "no response could be read" : "no response with a body was seen"
    return unknown
  }

  /// The end of a type's name that tells the statuses apart.
  private static func suffix(of statuses: [Int]) -> String {
    switch statuses.first {
    case 201: "Created"
    case 202: "Accepted"
    case 206: "Part"
    case let status?: "Of\(status)"
    case nil: ""
    }
  }

  /// A media type as the spec language accepts it.
  static func mediaType(_ type: String) -> String {
    let isPlain = type.utf8.count <= 100 && type.utf8.allSatisfy { $0.isWordByte || "/+.-".utf8.contains($0) }
    let parts = type.split(separator: "/", omittingEmptySubsequences: false)
    return isPlain && parts.count == 2 && !parts.contains("") ? type : "application/octet-stream"
  }
}

extension MapRule {
  /// Whether values are maps.
  static func isMap(_ shape: Shape) -> Bool { shape.objects.map { reason($0.all) != nil } ?? false }
}

extension TypeBuilder {
  /// Notes that one more place has a schema, so that its objects get a name.
  mutating func useAgain(_ schema: Schema) {
    for key in schema.references { groups[key]?.uses += 1 }
  }
}
