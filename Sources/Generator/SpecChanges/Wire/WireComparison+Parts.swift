import APIModel
import Diagnostics
import SchemaValues

/// The parts of multipart bodies, which are told apart by their names.
extension WireComparison {
  mutating func compareParts(
    _ parts: [Endpoint.Part], _ known: [Endpoint.Part], _ label: String, _ spans: WireInclusion.Spans
  ) {
    for part in parts {
      let place = "\(label).\(part.name.text)"
      guard let other = known.first(where: { $0.name.text == part.name.text }) else {
        requests.report(
          .cantTell, place, "the service doesn't have '\(part.name.text)' any more", part.name.span, spans.new
        )
        continue
      }
      let inner: WireInclusion.Spans = (part.name.span, other.name.span)
      if other.isRequired, !part.isRequired || mayBeNull(part) {
        requests.report(.mayBreak, place, "may be left out, and the service needs it", inner.old, inner.new)
      }
      compare(part, other, place, inner)
    }
    for other in known where other.isRequired && !parts.contains(where: { $0.name.text == other.name.text }) {
      requests.report(
        .breaks, "\(label).\(other.name.text)", "the service needs it, and the app doesn't send it",
        spans.old,
        other.name.span)
    }
  }

  /// Whether the part isn't sent for some of its values.
  private func mayBeNull(_ part: Endpoint.Part) -> Bool {
    part.schema.map { WireValue($0, in: requests.writer).isNullable } ?? false
  }

  private mutating func compare(
    _ part: Endpoint.Part, _ other: Endpoint.Part, _ place: String, _ spans: WireInclusion.Spans
  ) {
    switch (part.content, other.content) {
    case (.file(let type, let isList), .file(let otherType, let isOtherList)):
      if isList, !isOtherList {
        requests.report(
          .mayBreak, place, "may be several files, and the service takes one", spans.old, spans.new)
      }
      compareTypes(type ?? "application/octet-stream", otherType, place, spans)
    case (.value, .file(let otherType, _)):
      // A part without a media type is text (RFC 7578, section 4.4).
      compareTypes(part.sentType ?? "text/plain", otherType, place, spans)
    case (.file, .value):
      requests.report(.cantTell, place, "is a file, and the service reads a value", spans.old, spans.new)
    case (.value(let schema), .value(let known)):
      compareValues(part, schema, other, known, place, spans)
    }
  }

  /// - Parameter known: What the service takes, several with commas between them; nil for anything.
  private mutating func compareTypes(
    _ type: String, _ known: String?, _ place: String, _ spans: WireInclusion.Spans
  ) {
    func types(_ text: String) -> [MediaType] {
      text.split(separator: ",").map { MediaType(withoutOuterSpaces($0)) }
    }
    guard let known else { return }
    let taken = types(known)
    // Any file is bytes.
    if taken.contains(where: { $0.essence == "application/octet-stream" }) { return }
    let refused = types(type).filter { own in
      !taken.contains { $0.matches(own) && (!own.isRange || $0.isRange) }
    }
    guard !refused.isEmpty else { return }
    let isNever = types(type).allSatisfy { own in !taken.contains { $0.matches(own) } }
    requests.report(
      isNever ? .breaks : .mayBreak, place,
      "is '\(refused[0].essence)', and the service takes '\(known)'", spans.old, spans.new)
  }

  private mutating func compareValues(
    _ part: Endpoint.Part, _ schema: Schema, _ other: Endpoint.Part, _ known: Schema, _ place: String,
    _ spans: WireInclusion.Spans
  ) {
    let (value, read) = (WireValue(schema, in: requests.writer), WireValue(known, in: requests.reader))
    if part.isJSON(value), other.isJSON(read) {
      return requests.compare(schema, known, place, spans)
    }
    // Without a style, scalars are text, and so is each element of a list.
    func field(_ part: Endpoint.Part, _ schema: Schema) -> Parameter {
      let style = part.style ?? Parameter.Style(part.isJSON(value) ? .json : .form, isExploded: true)
      return StyledField(name: part.name, style: style).parameter(schema)
    }
    var texts = WireTexts(field(part, schema), value, field(other, known), read)
    texts.isPart = true
    requests.compareTexts(texts, schema, known, place, spans)
  }
}

extension Endpoint.Part {
  /// Whether values are written as JSON.
  fileprivate func isJSON(_ value: WireValue) -> Bool {
    if let style { return style.kind == .json }
    if value.types.count > 4 || value.types.contains(.object) { return true }
    guard value.types.contains(.array), let items = value.schema[.items] else { return false }
    return WireValue(items, in: value.index).types.isSubset(of: [.object, .array])
  }

  /// The media type that is sent.
  fileprivate var sentType: String? { mediaType ?? (style?.kind == .json ? "application/json" : nil) }
}
