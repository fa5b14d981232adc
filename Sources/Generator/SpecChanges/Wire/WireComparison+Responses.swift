import APIModel
import Diagnostics
import SwiftEmitter

extension WireComparison {
  mutating func compareResponses(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    let label = "\(place)()"
    compareEnvelopes(endpoint, newEndpoint, label)
    let known = endpoint.readResponses
    let sent = newEndpoint.responses.isEmpty ? newEndpoint.readResponses : newEndpoint.responses
    var seen: Set<ClosedRange<Int>> = []
    var successes: [ResponsePair] = []
    for response in sent where seen.insert(response.statuses).inserted {
      let alternatives = sent.filter { $0.statuses == response.statuses }
      var compared: Set<ClosedRange<Int>> = []
      var isUnknown = false
      var isSuccess = false
      for status in statuses(response.statuses, sent, known) {
        let readers = known.narrowest(for: status)
        guard let reader = readers.first else {
          let isFine = (200..<300).contains(status)
          isSuccess = isSuccess || isFine
          isUnknown = isUnknown || isFine || endpoint.failure(status: status, in: old) == nil
          continue
        }
        guard compared.insert(reader.statuses).inserted else { continue }
        let pair: ResponsePair = (alternatives, readers)
        if (200..<300).contains(status) {
          successes.append(pair)
        } else {
          Self.compare(pair, label, in: &responses)
        }
      }
      if isUnknown {
        let successes = sent.map(\.statuses.lowerBound).filter { (200..<300).contains($0) }
        let areAllUnknown = isSuccess && !successes.contains { !known.narrowest(for: $0).isEmpty }
        responses.report(
          areAllUnknown ? .breaks : .mayBreak, label,
          "the app doesn't know responses with \(words(response.statuses))",
          endpoint.span, response.span)
      }
    }
    // One success that the app reads still comes.
    responses.compareEach(successes, label, areWhole: true) { Self.compare($1, label, in: &$0) }
    compareHeaders(endpoint, newEndpoint, place)
  }

  /// Responses with one status, of which the service chooses one, and what the app reads for it.
  typealias ResponsePair = (alternatives: [Endpoint.Response], known: [Endpoint.Response])

  /// Statuses of a range that other responses may describe in different ways. Of successes, the first counts.
  private func statuses(
    _ range: ClosedRange<Int>, _ sent: [Endpoint.Response], _ known: [Endpoint.Response]
  ) -> [Int] {
    if range.count == 1 || (200..<300).contains(range.lowerBound) { return [range.lowerBound] }
    let isDefault = range == Endpoint.Response.otherStatuses
    let failures = isDefault ? 300...599 : range
    let narrow = known.filter { $0.statuses.count == 1 }.map(\.statuses.lowerBound).filter(failures.contains)
    // The first of each hundred that isn't known by itself.
    let rest = stride(from: failures.lowerBound, to: failures.upperBound, by: 100).compactMap { first in
      (first..<first + 100).first { !narrow.contains($0) }
    }
    return ((isDefault ? [200] : []) + rest + narrow).filter { status in
      sent.narrowest(for: status).first?.statuses == range
    }
  }

  private func words(_ statuses: ClosedRange<Int>) -> String {
    if statuses == Endpoint.Response.otherStatuses { return "other statuses" }
    return "the status \(statusesText(statuses))"
  }

  // MARK: Media types

  /// Compares the responses with one status with what the app reads for it.
  static func compare(_ pair: ResponsePair, _ label: String, in inclusion: inout WireInclusion) {
    let (alternatives, known) = pair
    var types: [String] = []
    for type in known.flatMap(mediaTypes) where !types.contains(type) { types.append(type) }
    // Clients say what they accept, so a server with several may choose one of those.
    inclusion.compareEach(alternatives, label, areWhole: true) { inclusion, response in
      let readers = Self.readers(of: response, among: known)
      let spans: WireInclusion.Spans = ((readers.responses.first ?? known.first)?.span, response.span)
      if readers.responses.isEmpty || readers.isPartial {
        inclusion.report(
          readers.responses.isEmpty ? .breaks : .mayBreak, label,
          "responses are \(words(mediaTypes(of: response))), and the app accepts \(words(types))", spans.old,
          spans.new)
      }
      for reader in readers.responses { WireContent(response, reader).compare(label, spans, in: &inclusion) }
    }
  }

  private static func words(_ types: [String]) -> String { wordList(types.map { "'\($0)'" }) }

  /// The media types of a response; if the spec names none, the usual one of its payload.
  private static func mediaTypes(of response: Endpoint.Response) -> [String] {
    if let type = response.mediaType?.text { return [type] }
    return response.listedTypes.isEmpty ? [response.payload.usualType] : response.listedTypes
  }

  /// The known responses that read another one, and whether only some media types are accepted.
  private static func readers(
    of response: Endpoint.Response, among known: [Endpoint.Response]
  ) -> (responses: [Endpoint.Response], isPartial: Bool) {
    guard let first = known.first else { return ([], false) }
    // Without a body, there is no media type.
    if response.payload == .empty { return ([first], false) }
    let types = mediaTypes(of: response)
    func reader(_ type: String) -> Endpoint.Response? {
      let status = first.statuses.lowerBound
      return
        if case .response(let reader) = DescribedResponse.choose(
          among: known, status: status, contentType: type)
      { reader } else { nil }
    }
    var found: [Endpoint.Response] = []
    var isPartial = false
    func add(_ response: Endpoint.Response) { if !found.contains(response) { found.append(response) } }
    for type in types {
      let range = MediaType(type)
      // Any other type of the range, and those that are known.
      let example =
        range.isRange ? type.replacing("*/*", with: "x-any/x-any").replacing("/*", with: "/x-any") : type
      if let reader = reader(example) {
        add(reader)
      } else {
        isPartial = true
        if range.isRange {
          for reader in known where reader.mediaType.map({ range.matches(MediaType($0.text)) }) ?? true {
            add(reader)
          }
        }
      }
    }
    return (found, isPartial)
  }

  // MARK: Header fields

  private mutating func compareHeaders(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String) {
    for header in endpoint.headers where header.isRequired {
      let headerLabel = "\(place)[\(header.name.text)]"
      guard let other = newEndpoint.headers.first(where: header.isSame) else {
        responses.report(
          .breaks, headerLabel, "responses don't have the field any more", header.name.span, newEndpoint.span)
        continue
      }
      if !other.isRequired {
        responses.report(.mayBreak, headerLabel, "may be missing", header.name.span, other.name.span)
      }
      compare(header, other, headerLabel)
    }
    for header in endpoint.headers where !header.isRequired {
      guard let other = newEndpoint.headers.first(where: header.isSame) else { continue }
      compare(header, other, "\(place)[\(header.name.text)]")
    }
  }

  private mutating func compare(_ header: ResponseHeader, _ other: ResponseHeader, _ label: String) {
    func parameter(_ header: ResponseHeader) -> Parameter {
      Parameter(
        name: header.name, location: .header, schema: header.schema, isRequired: header.isRequired)
    }
    let texts = WireTexts(
      parameter(other), WireValue(other.schema, in: responses.writer), parameter(header),
      WireValue(header.schema, in: responses.reader))
    responses.compareTexts(
      texts, other.schema, header.schema, label, (header.name.span, other.name.span))
  }

  // MARK: Envelopes

  private mutating func compareEnvelopes(_ endpoint: Endpoint, _ newEndpoint: Endpoint, _ label: String) {
    func envelope(_ endpoint: Endpoint, _ module: Module) -> Envelope? {
      endpoint.envelope.flatMap { name in module.envelopes.first { $0.name.text == name.text } }
    }
    let (before, after) = (envelope(endpoint, old), envelope(newEndpoint, new))
    guard let before, let after else {
      if (before == nil) != (after == nil) {
        responses.report(
          .breaks, label, "responses are \(after == nil ? "no longer" : "now") in an envelope", endpoint.span,
          newEndpoint.span)
      }
      return
    }
    let spans = (before.name.span, after.name.span)
    let needsPayload = endpoint.readResponses.contains {
      (200..<300).contains($0.statuses.lowerBound) && $0.payload != .empty
    }
    if before.payload?.text != after.payload?.text {
      if needsPayload {
        responses.report(.breaks, before.name.text, "has the payload at another place", spans.0, spans.1)
      }
    } else if after.mayLackPayload, !before.mayLackPayload, needsPayload {
      responses.report(
        .mayBreak, before.name.text, "may lack the payload", before.payload?.span ?? spans.0,
        after.payload?.span ?? spans.1)
    }
    if before.failure?.property.text != after.failure?.property.text
      || before.failure?.value != after.failure?.value || before.failure?.isList != after.failure?.isList
      || before.failure?.paths.pointers != after.failure?.paths.pointers
    {
      responses.report(.mayBreak, before.name.text, "says otherwise that a request failed", spans.0, spans.1)
    }
    responses.compare(after.closed, before.schema, before.name.text, spans)
  }
}

extension Envelope {
  /// The object without other keys, even if it has no properties besides the payload.
  fileprivate var closed: Schema {
    guard schema.object.properties.isEmpty, schema[.additionalProperties] == nil else { return schema }
    var (schema, never) = (schema, Schema(span: schema.span))
    never.isNever = true
    schema[.additionalProperties] = never
    return schema
  }
}

extension FailurePaths {
  fileprivate var pointers: [String?] { [code, message].map { $0?.pointer } }
}
