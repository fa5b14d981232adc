import APIModel
import Diagnostics

/// Whether what one version writes is what the other accepts: the inclusion of schemas, part by part.
struct WireInclusion {
  typealias Spans = (old: SourceSpan?, new: SourceSpan?)

  let writer: SchemaIndex
  let reader: SchemaIndex
  let direction: WireChange.Direction
  private let module: String
  private(set) var found: [WireChange] = []
  private var medium: WireMedium
  /// The pairs of named schemas that are being compared, or were.
  private var compared: Set<Pair> = []
  private var depth = 0
  private var trialDepth = 0
  private static let deepest = 100
  private static let deepestTrial = 4

  private struct Pair: Hashable {
    var written: String
    var read: String
    var medium: WireMedium
  }

  init(of writer: SchemaIndex, in reader: SchemaIndex, _ direction: WireChange.Direction, _ module: String) {
    (self.writer, self.reader, self.direction, self.module) = (writer, reader, direction, module)
    medium = direction == .request ? .request : .response
  }

  /// - Parameters:
  ///   - old: Where the old version describes it.
  ///   - new: Where the new version does.
  mutating func report(
    _ verdict: WireChange.Verdict, _ place: String, _ message: String, _ old: SourceSpan?, _ new: SourceSpan?
  ) {
    found.append(
      WireChange(
        verdict: verdict, direction: direction, module: module, place: place, message: message, old: old,
        new: new))
  }

  /// Reports what only strict readers refuse.
  private mutating func reportViolation(
    _ verdict: WireChange.Verdict, _ place: String, _ message: String, _ spans: Spans
  ) {
    if medium.refusesViolations {
      report(verdict, place, message, spans.old, spans.new)
    } else {
      report(.mayBreak, place, "\(message) (only with strict validation)", spans.old, spans.new)
    }
  }

  /// Calls `body` with another medium.
  mutating func within(_ medium: WireMedium, _ body: (inout WireInclusion) -> Void) {
    let outer = self.medium
    self.medium = medium
    body(&self)
    self.medium = outer
  }

  /// What comparing finds, without reporting it.
  func trial(_ compare: (inout WireInclusion) -> Void) -> [WireChange] {
    // Deeper ones would multiply.
    guard trialDepth < Self.deepestTrial else { return [] }
    var trial = self
    trial.found = []
    trial.trialDepth += 1
    compare(&trial)
    return trial.found
  }

  /// Compares each of several that may be written at a place. If one of them is read, the others don't always break it.
  mutating func compareEach<Choice>(
    _ choices: [Choice], _ place: String, _ compare: (inout WireInclusion, Choice) -> Void
  ) {
    let outer = found
    let trials = choices.map { choice in
      found = []
      compare(&self, choice)
      return found
    }
    found = outer
    let isPartial = trials.contains(where: \.isEmpty)
    for var change in trials.joined() {
      if isPartial, change.place == place, change.verdict == .breaks { change.verdict = .mayBreak }
      found.append(change)
    }
  }

  /// Compares what is written with what is read.
  ///
  /// - Parameters:
  ///   - spans: Where the old version and the new one describe the place.
  ///   - isOptional: Whether it is read as a property that may be absent.
  mutating func compare(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans, isOptional: Bool = false
  ) {
    let (left, right) = (WireValue(written, in: writer), WireValue(read, in: reader))
    var part = WirePart(written: left, read: right, direction, medium, isOptional: isOptional)
    var partPlace = place
    if let name = written.reference?.text, let other = read.reference?.text {
      // What is written as one is compared once, except for null, which concerns the place.
      if !compared.insert(Pair(written: name, read: other, medium: medium)).inserted, written.isBare,
        read.isBare
      {
        part.compareNull()
        for finding in part.findings { report(finding.verdict, place, finding.message, spans.old, spans.new) }
        return
      }
      partPlace = direction == .request ? writer.specName(name) : reader.specName(other)
    }
    guard depth < Self.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    part.compareValues()
    for finding in part.findings {
      report(finding.verdict, partPlace, finding.message, spans.old, spans.new)
    }
    // What is read as JSON has no parts that could be refused.
    guard !part.isOfOtherType, direction == .request || !right.isReadAsJSON else { return }
    compareParts(left, right, partPlace, spans)
  }

  private mutating func compareParts(
    _ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans
  ) {
    if written.isUnion || read.isUnion { return compareUnions(written, read, place, spans) }
    let (own, known) = (written.schema, read.schema)
    let hasElements = known[.items] != nil || !known.array.prefixItems.isEmpty
    if hasElements, !written.types.contains(.array) {
      // One element in place of a list.
      if let items = known[.items], read.lenience.contains(.singleAsList) {
        compare(own, items, place, spans)
      }
    } else if hasElements {
      compareElements(own, known, place, spans)
    }
    if let object = reader.flattenedObject(known) {
      compareObjects(own, object, place, spans)
    } else if let values = known[.additionalProperties] {
      compareMaps(own, values, place, spans)
    }
    if let keys = known.object.keys?.value {
      var text = Schema(span: own.span)
      text.types = [.string]
      var medium = medium
      medium.isText = true
      within(medium) { inclusion in
        inclusion.compare(own.object.keys?.value ?? text, keys, "\(place) (keys)", spans)
      }
    }
  }

  // MARK: Objects

  /// The places of both versions, by what was written and read.
  private func places(_ written: SourceSpan, _ read: SourceSpan) -> Spans {
    direction == .request ? (written, read) : (read, written)
  }

  private mutating func compareObjects(
    _ written: Schema, _ object: FlatObject, _ place: String, _ spans: Spans
  ) {
    let own = writer.flattenedObject(written) ?? FlatObject()
    func label(_ key: String) -> String { "\(place).\(key)" }
    for property in object.properties {
      let key = property.name.text
      // Clients read a property that is only sent on request as one that may be absent.
      let isRequired = property.isRequired && !(direction == .response && property.isExtra)
      guard let match = own.property(key) else {
        if isRequired {
          report(
            own.additional.map { !$0.isNever } == true ? .mayBreak : .breaks, label(key),
            direction == .request
              ? "the service needs it, and the app doesn't send it" : "responses don't have it any more",
            direction == .request ? spans.old : property.name.span,
            direction == .request ? property.name.span : spans.new)
        } else if let additional = own.additional, !additional.isNever,
          !additional.meansTheSame(as: property.schema)
        {
          report(.cantTell, label(key), "may be any of the other keys", spans.old, spans.new)
        }
        continue
      }
      let inner = places(match.name.span, property.name.span)
      if isRequired, !match.isRequired {
        report(
          .mayBreak, label(key),
          direction == .request ? "may be left out, and the service needs it" : "may be missing", inner.old,
          inner.new)
      }
      compare(match.schema, property.schema, label(key), inner, isOptional: !isRequired)
    }
    guard let additional = object.additional else { return }
    for property in own.properties where object.property(property.name.text) == nil {
      if additional.isNever {
        reportViolation(
          property.isRequired ? .breaks : .mayBreak, label(property.name.text), "no other keys are accepted",
          places(property.name.span, (direction == .request ? spans.new : spans.old) ?? property.name.span))
      } else {
        compare(property.schema, additional, label(property.name.text), spans)
      }
    }
    if let others = own.additional {
      compareOtherKeys(others, additional, place, spans)
    } else if own.properties.isEmpty, !additional.keywords.isEmpty || additional.reference != nil {
      report(.cantTell, place, "its values may be anything", spans.old, spans.new)
    }
  }

  private mutating func compareMaps(
    _ written: Schema, _ values: Schema, _ place: String, _ spans: Spans
  ) {
    let own = writer.flattenedObject(written)
    for property in own?.properties ?? [] {
      if values.isNever {
        reportViolation(
          property.isRequired ? .breaks : .mayBreak, "\(place).\(property.name.text)",
          "no other keys are accepted", spans)
      } else {
        compare(property.schema, values, "\(place).\(property.name.text)", spans)
      }
    }
    if let others = own?.additional ?? written[.additionalProperties] {
      compareOtherKeys(others, values, place, spans)
    } else if own == nil, !values.isAnything {
      report(.cantTell, place, "its values may be anything", spans.old, spans.new)
    }
  }

  /// Compares the values of keys that neither version lists.
  private mutating func compareOtherKeys(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    if written.isNever { return }
    if read.isNever {
      return reportViolation(.mayBreak, place, "may have other keys, which aren't accepted", spans)
    }
    compare(written, read, place, spans)
  }

  // MARK: Lists

  private mutating func compareElements(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    let (own, known) = (written.array.prefixItems, read.array.prefixItems)
    for (index, element) in own.enumerated() {
      if let other = index < known.count ? known[index] : read[.items], !other.isNever {
        compare(element, other, "\(place)[\(index)]", spans)
      }
    }
    if own.isEmpty {
      for (index, other) in known.enumerated() {
        if let items = written[.items] { compare(items, other, "\(place)[\(index)]", spans) }
      }
    }
    if !known.isEmpty { compareCounts(written, read, place, spans) }
    guard let items = read[.items], !items.isNever else { return }
    if let others = written[.items] {
      if !others.isNever { compare(others, items, place, spans) }
    } else if own.isEmpty, !items.isAnything {
      report(.cantTell, place, "its elements may be anything", spans.old, spans.new)
    }
  }

  /// Compares the numbers of elements of a list that is read as a tuple.
  private mutating func compareCounts(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    let (own, known) = (written.array.prefixItems.count, read.array.prefixItems.count)
    let message = "has another number of elements"
    guard own > 0 else { return report(.mayBreak, place, message, spans.old, spans.new) }
    if own - written.missingElements < known - read.missingElements {
      report(own < known - read.missingElements ? .breaks : .mayBreak, place, message, spans.old, spans.new)
    } else if own > known, read[.items].map(\.isNever) ?? true {
      // Clients ignore further elements.
      reportViolation(.breaks, place, message, spans)
    }
  }
}

extension Schema {
  /// Whether it says nothing but a name.
  fileprivate var isBare: Bool {
    isPlainReference && !isNullable && keywords.isEmpty && format == nil && lenience.isEmpty && ownType == nil
  }
}
