import APIModel
import Diagnostics

/// Objects: every key that is written is read by what the reader says of it, and every key that the reader needs is written.
extension WireInclusion {
  /// The places of both versions, by what was written and read.
  private func places(_ written: SourceSpan, _ read: SourceSpan) -> Spans {
    direction == .request ? (written, read) : (read, written)
  }

  mutating func compareObjects(
    _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) {
    let (own, known) = (WireObject(written), WireObject(read))
    func label(_ key: String) -> String { "\(place).\(key)" }
    for property in known.properties where !toldTags.contains(property.name.span) {
      let key = property.name.text
      // Clients read a property that is only sent on request as one that may be absent.
      let isRequired = property.isRequired && !(direction == .response && property.isExtra)
      if let match = own.property(key) {
        let inner = places(match.name.span, property.name.span)
        if isRequired, !isAlwaysSent(match, property), !match.schema.isNever {
          report(.mayBreak, label(key), missing(.mayBreak), inner.old, inner.new)
        }
        compareDefaults(match, property, label(key), inner)
        ifPresent(!match.isAlwaysSent) { inclusion in
          inclusion.within(inclusion.mediumOfMember(match.schema)) {
            $0.compare(
              match.schema, property.schema, label(key), inner, as: isRequired ? .whole : .optionalProperty)
          }
        }
      } else {
        compareUnlisted(property, isRequired: isRequired, own, label(key), spans)
      }
    }
    for property in own.properties where known.property(property.name.text) == nil {
      let place = label(property.name.text)
      let matching = known.patterns.filter { checker.matches($0.name, property.name.text) == true }
      ifPresent(!property.isAlwaysSent) { inclusion in
        for pattern in matching { inclusion.compare(property.schema, pattern.schema, place, spans) }
      }
      guard matching.isEmpty, let additional = known.additional, !property.schema.isNever else { continue }
      if additional.isNever {
        let (old, new) = places(
          property.name.span, (direction == .request ? spans.new : spans.old) ?? property.name.span)
        reportViolation(
          property.isAlwaysSent ? .breaks : .mayBreak, place, "no other keys are accepted", (old, new))
      } else {
        ifPresent(!property.isAlwaysSent) { $0.compare(property.schema, additional, place, spans) }
      }
    }
    comparePatterns(own, known, place, spans)
    compareOtherKeys(own, known, place, spans)
  }

  /// How the value of a key is written.
  private func mediumOfMember(_ written: Schema) -> WireMedium {
    guard medium.nestsJSON else { return medium }
    let value = WireValue(written, in: writer)
    let elements = value.schema[.items].map { WireValue($0, in: writer).types } ?? []
    let isJSON =
      value.types.count < 5
      && (value.types.contains(.object)
        || value.types == [.array] && elements.count < 5 && !elements.isDisjoint(with: [.object, .array]))
    return isJSON ? .request : medium
  }

  /// Compares a property of the reader with a writer that doesn't list it.
  private mutating func compareUnlisted(
    _ property: Schema.Property, isRequired: Bool, _ own: WireObject, _ place: String, _ spans: Spans
  ) {
    let patterns = own.patterns.filter { checker.matches($0.name, property.name.text) != false }
    let others = patterns.isEmpty ? own.others : patterns[0].schema
    if isRequired {
      let inner: Spans =
        direction == .request ? (spans.old, property.name.span) : (property.name.span, spans.new)
      let verdict: WireChange.Verdict = others == nil ? .breaks : .mayBreak
      report(verdict, place, missing(verdict), inner.old, inner.new)
    } else if let others, own.listsOthers || !patterns.isEmpty, !isIncluded(others, property.schema) {
      report(.cantTell, place, "may be any of the other keys", spans.old, spans.new)
    }
  }

  /// Whether all values that the reader needs a property of have it. Forms don't have null, so a key with null is left out.
  private func isAlwaysSent(_ property: Schema.Property, _ known: Schema.Property) -> Bool {
    guard property.isAlwaysSent else { return false }
    return !medium.isText || !WireValue(property.schema, in: writer).isNullable
      || WireValue(known.schema, in: reader).isNullable
  }

  /// That a key isn't there, always or sometimes.
  private func missing(_ verdict: WireChange.Verdict) -> String {
    switch (direction, verdict) {
    case (.request, .breaks): "the service needs it, and the app doesn't send it"
    case (.request, _): "may be left out, and the service needs it"
    case (_, .breaks): "\(isAboutWebhooks ? "messages" : "responses") don't have it any more"
    case (_, _): "may be missing"
    }
  }

  private mutating func isIncluded(_ written: Schema, _ read: Schema) -> Bool {
    decision(written, read) == .included
  }

  /// Compares the values of keys that neither version lists.
  private mutating func compareOtherKeys(
    _ own: WireObject, _ known: WireObject, _ place: String, _ spans: Spans
  ) {
    guard let read = known.additional else { return }
    guard let written = own.others else { return }
    guard own.listsOthers else {
      // It says nothing of its keys, not even their names.
      if own.properties.isEmpty, !read.isAnything, !read.isNever {
        report(.cantTell, place, "its values may be anything", spans.old, spans.new)
      }
      return
    }
    if read.isNever {
      return reportViolation(.mayBreak, place, "may have other keys, which aren't accepted", spans)
    }
    ifPresent { $0.compare(written, read, place, spans, as: .valueOfKey) }
  }

  /// Compares the values of keys that match a pattern of the reader, beside those that the writer lists.
  private mutating func comparePatterns(
    _ own: WireObject, _ known: WireObject, _ place: String, _ spans: Spans
  ) {
    for pattern in known.patterns {
      if let same = own.patterns.first(where: { $0.name == pattern.name }) {
        ifPresent { $0.compare(same.schema, pattern.schema, "\(place)./\(pattern.name)/", spans) }
      } else if own.others != nil || !own.patterns.isEmpty {
        let values = [own.listsOthers ? own.others : nil].compactMap(\.self) + own.patterns.map(\.schema)
        if !values.isEmpty, values.allSatisfy({ isIncluded($0, pattern.schema) }) { continue }
        let message = "keys that match '\(pattern.name)' may have other values"
        // The only pattern of a closed object gives its members their type.
        if known.additional?.isNever == true, known.patterns.count == 1 {
          report(.cantTell, place, message, spans.old, spans.new)
        } else {
          reportViolation(.cantTell, place, message, spans)
        }
      }
    }
  }
}

/// The keys of an object, whether or not they are listed.
private struct WireObject {
  private let object: FlatObject
  /// Whether a document says that there are no keys at all.
  private let isClosed: Bool

  init(_ value: WireValue) {
    var object = value.index.flattenedObject(value.schema) ?? FlatObject()
    if object.properties.isEmpty {
      object.additional = value.schema[.additionalProperties]
      object.parts = [value.schema]
    }
    isClosed =
      object.properties.isEmpty && value.unchecked[Applicator.additionalProperties.rawValue] == "false"
    self.object = object
  }

  var properties: [Schema.Property] { object.properties }
  var additional: Schema? { object.additional }
  var patterns: [SchemaEntry<Schema>] { object.patterns }

  func property(_ key: String) -> Schema.Property? { object.property(key) }

  /// Whether it says that there are other keys than those listed.
  var listsOthers: Bool { !isClosed && additional.map { !$0.isNever } ?? false }

  /// The values of other keys; nil if there are none. Objects that list their keys are written with no others, unless they say so.
  var others: Schema? {
    if isClosed { return nil }
    if let additional { return additional.isNever ? nil : additional }
    guard properties.isEmpty, patterns.isEmpty, let part = object.parts.first, !part.isEmptyObject else {
      return nil
    }
    return Schema(span: part.span)
  }
}

extension Schema.Property {
  /// Whether the writer always has it.
  var isAlwaysSent: Bool { isRequired || isRelaxed }
}

extension Schema {
  /// Whether it is the type whose values have no members that matter.
  fileprivate var isEmptyObject: Bool { format == .empty }
}
