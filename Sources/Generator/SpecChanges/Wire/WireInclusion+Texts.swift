import APIModel
import CallComposing
import Diagnostics

/// Text outside of JSON: parameters, header fields and parts of multipart bodies.
extension WireInclusion {
  /// Compares how both versions write a value, and the values themselves.
  mutating func compareTexts(
    _ texts: WireTexts, _ schema: Schema, _ other: Schema, _ label: String, _ spans: WireInclusion.Spans
  ) {
    if texts.isScalarForList {
      compareScalar(texts, schema, label, spans)
    } else if texts.isListForScalar {
      compareList(texts, schema, other, label, spans)
    } else {
      if let (verdict, message) = difference(texts) {
        report(verdict, label, message, spans.old, spans.new)
      }
      let text =
        texts.repeatsMembers ? WireMedium.form(repeatingFields: true, nestingJSON: false) : .parameter
      within(texts.isJSON ? .request : text) { $0.compare(schema, other, label, spans) }
    }
  }

  /// One value in place of a list: a list with one element may be the same text.
  private mutating func compareScalar(
    _ texts: WireTexts, _ schema: Schema, _ label: String, _ spans: WireInclusion.Spans
  ) {
    let list = texts.known.schema
    let samples: [Literal] =
      texts.value.types.contains(.string)
      ? [.string("a")] : texts.value.types.contains(.boolean) ? [.boolean(true)] : [.number(NumberText("1"))]
    if !samples.allSatisfy({ texts.areSame($0, .array([$0])) }) {
      return report(
        .breaks, label, "is one value, and \(party) reads a list", spans.old, spans.new)
    }
    if list.counts[.minItems] ?? 1 > 1 {
      return report(
        .breaks, label, "is one value, and \(party) needs several", spans.old, spans.new)
    }
    if let separator = texts.separator, texts.mayContain(separator) {
      report(
        .mayBreak, label, "may have '\(separator)' in it, after which \(party) reads another value",
        spans.old, spans.new)
    }
    if let items = list[.items] {
      within(.parameter) { $0.compare(schema, items, label, spans) }
    }
  }

  /// A list in place of one value: a list may have one element, and a text may be a list.
  private mutating func compareList(
    _ texts: WireTexts, _ schema: Schema, _ other: Schema, _ label: String, _ spans: WireInclusion.Spans
  ) {
    let list = texts.value.schema
    let element = Literal.string("a")
    if !texts.areSame(.array([element]), element) {
      return report(
        .breaks, label, "is a list, and \(party) reads one value", spans.old, spans.new)
    }
    let mayBeSeveral = list.counts[.maxItems] ?? 2 > 1
    let isOneText =
      StyledText(
        parameter: texts.parameter, value: .array([element, element]), isPart: texts.isPart
      ).bytes.count == 1
    // Any text is one that the service accepts, also one with several values.
    if isOneText, texts.known.acceptsAnyText { return }
    if mayBeSeveral {
      report(
        list.counts[.minItems] ?? 0 > 1 ? .breaks : .mayBreak, label,
        "may be several values, and \(party) reads one", spans.old, spans.new)
    }
    if let items = list[.items] {
      within(.parameter) { $0.compare(items, other, label, spans) }
    }
  }

  private var party: String { direction == .request ? "the service" : "the app" }

  /// What is different if both versions write the same values otherwise, as clients write them; nil for the same bytes.
  private func difference(_ texts: WireTexts) -> (WireChange.Verdict, String)? {
    let (value, message) = (texts.value, "lists and objects are written otherwise")
    let types = value.types
    if types.contains(.array), !texts.isSame(.array([.string("a"), .string("b")])) {
      let isOneSame = texts.isSame(.array([.string("a")]))
      if isOneSame, value.schema.counts[.maxItems] == 1 { return nil }
      let mayBeOne = isOneSame && value.schema.counts[.minItems] ?? 0 < 2
      return mayBeOne ? (.mayBreak, "lists of several values are written otherwise") : (.breaks, message)
    }
    if types.contains(.object), !texts.isSame(.object(members(of: value))) { return (.breaks, message) }
    let isWrittenOtherwise =
      types.contains(.string) && !texts.isSame(.string("a"))
      || types.contains(.integer) && !texts.isSame(.number(NumberText("1")))
      || types.contains(.boolean) && !texts.isSame(.boolean(true))
    return isWrittenOtherwise ? (.breaks, "is written otherwise") : nil
  }

  /// Members of an object, as nested as its schema.
  private func members(of value: WireValue) -> [Literal.Member] {
    let properties = value.index.flattenedObject(value.schema)?.properties ?? []
    let members = properties.map { property -> Literal.Member in
      let types = WireValue(property.schema, in: value.index).types
      let isAny = types.count > 4
      let inner: Literal =
        types.contains(.array) && !isAny
        ? .array([.string("a"), .string("b")])
        : types.contains(.object) && !isAny ? .object([.init(name: "k", value: .string("v"))]) : .string("a")
      return .init(name: property.name.text, value: inner)
    }
    return members.isEmpty
      ? [.init(name: "k", value: .string("a")), .init(name: "l", value: .string("b"))] : members
  }
}
