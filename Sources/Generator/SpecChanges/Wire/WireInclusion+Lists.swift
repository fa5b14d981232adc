import APIModel
import Diagnostics

/// Lists and tuples: every element that is written is read by what the reader says of its place.
extension WireInclusion {
  mutating func compareElements(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    let (own, known) = (WireList(written), WireList(read))
    if known.isTuple || own.isTuple { compareCounts(own, known, place, spans) }
    for position in 0..<max(own.elements.count, known.elements.count) {
      guard let element = own.element(position), let other = known.element(position) else { continue }
      // The writer may have fewer elements.
      if position >= own.elements.count, own.most.map({ position >= $0 }) ?? false { continue }
      ifPresent(position >= own.least) { $0.compare(element, other, "\(place)[\(position)]", spans) }
    }
    let expected = known.elements + [known.others].compactMap(\.self)
    if !own.isTuple, written[.items] == nil, own.most != 0, !expected.allSatisfy(\.isAnything) {
      return report(.cantTell, place, "its elements may be anything", spans.old, spans.new)
    }
    guard let items = known.others, let others = own.others else { return }
    if own.most.map({ $0 > max(own.elements.count, known.elements.count) }) ?? true {
      ifPresent(own.least <= own.elements.count) { $0.compare(others, items, place, spans, as: .element) }
    }
  }

  /// Compares one value with a list, or a list with one value, where a field is repeated for each element.
  ///
  /// - Returns: false if both are lists, or neither is one, or elements aren't written as one text.
  mutating func compareRepeated(
    _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) -> Bool {
    func isText(_ value: WireValue) -> Bool {
      !value.types.isEmpty && value.types.isDisjoint(with: [.array, .object])
    }
    func elements(_ value: WireValue) -> Schema? {
      guard value.types == [.array], value.schema.array.prefixItems.isEmpty, !value.isUnion,
        let items = value.schema[.items], isText(WireValue(items, in: value.index))
      else { return nil }
      return items
    }
    let party = direction == .request ? "the service" : "the app"
    if let items = elements(read), isText(written) {
      if read.schema.counts[.minItems] ?? 0 > 1 {
        report(.breaks, place, "is one value, and \(party) needs several", spans.old, spans.new)
      } else {
        compare(written.schema, items, place, spans)
      }
      return true
    }
    guard let items = elements(written), isText(read) else { return false }
    let counts = written.schema.counts
    if counts[.maxItems] ?? 2 > 1 {
      report(
        counts[.minItems] ?? 0 > 1 ? .breaks : .mayBreak, place,
        "may be several values, and \(party) reads one", spans.old, spans.new)
    }
    compare(items, read.schema, place, spans)
    return true
  }

  /// Compares the numbers of elements, if one of the lists is a tuple.
  private mutating func compareCounts(
    _ own: WireList, _ known: WireList, _ place: String, _ spans: Spans
  ) {
    let message = "has another number of elements"
    if own.least < known.least {
      let isNever = own.most.map { $0 < known.least } ?? false
      if known.isTuple {
        report(isNever ? .breaks : .mayBreak, place, message, spans.old, spans.new)
      } else {
        reportViolation(isNever ? .breaks : .mayBreak, place, message, spans)
      }
    } else if let most = known.most, own.most.map({ $0 > most }) ?? true {
      // Clients ignore further elements.
      reportViolation(own.least > most ? .breaks : .mayBreak, place, message, spans)
    }
  }
}

/// The elements of a list or a tuple.
private struct WireList {
  /// Those with places of their own.
  let elements: [Schema]
  /// All others; nil if there are none, or nothing is known of them.
  let others: Schema?
  /// The numbers of elements; nil for any.
  let least: Int
  let most: Int?

  var isTuple: Bool { !elements.isEmpty }

  init(_ schema: Schema) {
    elements = schema.array.prefixItems
    let items = schema[.items]
    others = items?.isNever == true ? nil : items
    // A tuple has all of its elements, unless the schema says otherwise.
    least = elements.isEmpty ? schema.counts[.minItems] ?? 0 : elements.count - schema.missingElements
    let isClosed = elements.isEmpty ? items?.isNever == true : others == nil
    let closed = isClosed ? elements.count : nil
    most = [closed, schema.counts[.maxItems]].compactMap(\.self).min()
  }

  func element(_ position: Int) -> Schema? {
    position < elements.count ? elements[position] : others
  }
}
