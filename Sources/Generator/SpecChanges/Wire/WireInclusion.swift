import APIModel
import Diagnostics

/// Whether what one version writes is what the other accepts: the inclusion of schemas, part by part.
struct WireInclusion {
  let writer: SchemaIndex
  let reader: SchemaIndex
  let direction: WireChange.Direction
  private let module: String
  private(set) var found: [WireChange] = []
  /// The pairs of named schemas that are being compared, or were.
  private var compared: Set<[String]> = []
  private var depth = 0
  private static let deepest = 100

  init(of writer: SchemaIndex, in reader: SchemaIndex, _ direction: WireChange.Direction, _ module: String) {
    (self.writer, self.reader, self.direction, self.module) = (writer, reader, direction, module)
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

  /// Compares what is written with what is read.
  ///
  /// - Parameter spans: Where the old version and the new one describe the place.
  mutating func compare(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    var place = place
    if let name = written.reference?.text, let other = read.reference?.text {
      // What is written as one is compared once.
      if !compared.insert([name, other]).inserted, written.isBare, read.isBare { return }
      place = direction == .request ? writer.specName(name) : reader.specName(other)
    }
    guard depth < Self.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    let (left, right) = (writer.resolved(written), reader.resolved(read))
    var part = WirePart(
      written: left.schema, read: right.schema, writer: writer, reader: reader, direction: direction)
    part.isWrittenNull = left.isNullable || written.isNullable
    part.isReadNull = right.isNullable || read.isNullable
    part.compareValues()
    for finding in part.findings { report(finding.verdict, place, finding.message, spans.0, spans.1) }
    guard !part.isOfOtherType else { return }
    compareParts(left.schema, right.schema, place, spans)
  }

  private mutating func compareParts(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    if !read.oneOf.isEmpty || !read.anyOf.isEmpty || !written.oneOf.isEmpty || !written.anyOf.isEmpty {
      return compareUnions(written, read, place, spans)
    }
    if let items = read[.items] {
      if let own = written[.items] {
        compare(own, items, place, spans)
      } else if written.types.contains(.array) || written.types.isEmpty {
        report(.cantTell, place, "its elements may be anything", spans.0, spans.1)
      }
    }
    compareTuples(written, read, place, spans)
    if let object = reader.flattenedObject(read) {
      compareObjects(written, read, object, place, spans)
    } else if let values = read[.additionalProperties] {
      compareMaps(written, values, place, spans)
    }
  }

  // MARK: Objects

  private mutating func compareObjects(
    _ written: Schema, _ read: Schema, _ object: FlatObject, _ place: String,
    _ spans: (SourceSpan, SourceSpan)
  ) {
    let own = writer.flattenedObject(written) ?? FlatObject()
    func label(_ key: String) -> String { "\(place).\(key)" }
    /// The places of both versions, by what was written and read.
    func places(_ left: SourceSpan, _ right: SourceSpan) -> (SourceSpan, SourceSpan) {
      direction == .request ? (left, right) : (right, left)
    }
    for property in object.properties {
      let key = property.name.text
      guard let match = own.property(key) else {
        if property.isRequired {
          report(
            own.additional.map { !$0.isNever } == true ? .mayBreak : .breaks, label(key),
            direction == .request
              ? "the service needs it, and the app doesn't send it" : "responses don't have it any more",
            direction == .request ? spans.0 : property.name.span,
            direction == .request ? property.name.span : spans.1)
        } else if let additional = own.additional, !additional.isNever,
          !additional.meansTheSame(as: property.schema)
        {
          report(.cantTell, label(key), "may be any of the other keys", spans.0, spans.1)
        }
        continue
      }
      let inner = places(match.name.span, property.name.span)
      if property.isRequired, !match.isRequired {
        report(
          .mayBreak, label(key),
          direction == .request ? "may be left out, and the service needs it" : "may be missing", inner.0,
          inner.1)
      }
      compare(match.schema, property.schema, label(key), inner)
    }
    guard let additional = object.additional else { return }
    for property in own.properties where object.property(property.name.text) == nil {
      if additional.isNever {
        report(
          property.isRequired ? .breaks : .mayBreak, label(property.name.text), "no other keys are accepted",
          spans.0, spans.1)
      } else {
        compare(property.schema, additional, label(property.name.text), spans)
      }
    }
    if let others = own.additional {
      if !others.isNever || additional.isNever { compare(others, additional, place, spans) }
    } else if own.properties.isEmpty, !additional.keywords.isEmpty || additional.reference != nil {
      report(.cantTell, place, "its values may be anything", spans.0, spans.1)
    }
  }

  private mutating func compareMaps(
    _ written: Schema, _ values: Schema, _ place: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    let own = writer.flattenedObject(written)
    for property in own?.properties ?? [] {
      compare(property.schema, values, "\(place).\(property.name.text)", spans)
    }
    if let others = own?.additional ?? written[.additionalProperties] {
      if !others.isNever { compare(others, values, place, spans) }
    } else if own == nil {
      report(.cantTell, place, "its values may be anything", spans.0, spans.1)
    }
  }

  // MARK: Lists

  private mutating func compareTuples(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    let (own, others) = (written.array.prefixItems, read.array.prefixItems)
    guard !own.isEmpty || !others.isEmpty else { return }
    guard own.count == others.count else {
      return report(.breaks, place, "has another number of elements", spans.0, spans.1)
    }
    for (index, (element, other)) in zip(own, others).enumerated() {
      compare(element, other, "\(place)[\(index)]", spans)
    }
  }

  // MARK: Unions

  private mutating func compareUnions(
    _ written: Schema, _ read: Schema, _ place: String, _ spans: (SourceSpan, SourceSpan)
  ) {
    let own = written.oneOf + written.anyOf
    let others = read.oneOf + read.anyOf
    if let before = written.discriminator, let after = read.discriminator,
      before.property.text != after.property.text || before.tags != after.tags
    {
      report(.cantTell, place, "its alternatives are told apart otherwise", spans.0, spans.1)
    }
    if (written.discriminator == nil) != (read.discriminator == nil) {
      report(.cantTell, place, "its alternatives are told apart otherwise", spans.0, spans.1)
    }
    // A union that is open keeps what it doesn't know.
    let isOpen = direction == .response && (read.isOpen ?? true)
    for alternative in own.isEmpty ? [written.withoutAlternatives] : own {
      if others.isEmpty {
        compare(alternative, read, place, spans)
        continue
      }
      let same = others.first {
        $0.reference != nil && $0.reference?.text == alternative.reference?.text
          || $0.meansTheSame(as: alternative)
      }
      if let same {
        compare(alternative, same, place, spans)
        continue
      }
      let isIncluded = others.contains { other in
        var trial = WireInclusion(of: writer, in: reader, direction, module)
        trial.depth = depth
        trial.compare(alternative, other, place, spans)
        return trial.found.isEmpty
      }
      if isIncluded { continue }
      // Whether another alternative accepts it by mistake depends on values.
      report(
        isOpen ? .cantTell : .mayBreak, place,
        "\(alternative.reference.map { "'\($0.text)'" } ?? "an alternative") isn't one of the known alternatives",
        spans.0, spans.1)
    }
    if !own.isEmpty, !others.isEmpty,
      own.count != others.count
        || zip(own, others).contains(where: { $0.reference?.text != $1.reference?.text })
    {
      // Which of several alternatives a value is depends on all of them.
      report(.cantTell, place, "has other alternatives", spans.0, spans.1)
    }
  }
}

extension Schema {
  /// Whether it says nothing but a name.
  fileprivate var isBare: Bool { isPlainReference && !isNullable && keywords.isEmpty && format == nil }

  fileprivate var withoutAlternatives: Schema {
    var schema = self
    (schema.oneOf, schema.anyOf) = ([], [])
    return schema
  }
}

extension Discriminator {
  fileprivate var tags: [String: String] {
    Dictionary(mapping.map { ($0.value.text, $0.schema.text) }) { first, _ in first }
  }
}
