import APIModel
import Diagnostics

/// Unions. A client reads a value as the alternative that its type or its tag names, otherwise as one that accepts it, and keeps
/// what no alternative of an open union accepts. A service accepts the values of all its alternatives. So alternatives that are
/// no longer written change nothing, nor do further ones that are read.
extension WireInclusion {
  mutating func compareUnions(_ written: WireValue, _ read: WireValue, _ place: String, _ spans: Spans) {
    let known = read.alternatives
    guard !known.isEmpty else {
      return compareAlternatives(of: written, read.schema, place, spans)
    }
    let forms = forms(of: read, isWritten: false)
    let isOpen = direction == .response && (read.schema.isOpen ?? true)
    var unknown: [(name: String, outcome: WireDecisions.Outcome)] = []
    var untagged: [String] = []
    let own = written.isUnion ? told(written, by: read, forms) : written.byType.map { ($0, nil) }
    for (alternative, tags) in own {
      let tags = tags ?? forms.discriminator.flatMap { writer.tags($0, of: alternative) }
      if let match = match(alternative, tags, known, forms.forms) {
        if case .tags(let others) = forms.forms[match], let key = forms.discriminator {
          let isTold =
            if let tags {
              compareTags(tags, others, key, alternative, place, spans)
            } else {
              false
            }
          if tags == nil { untagged.append(name(alternative)) }
          if !isTold, !isDeciding, let span = reader.tag(key, of: known[match])?.name.span {
            toldTags.insert(span)
          }
        }
        // An alternative that is only found by reading isn't read with a violation.
        if direction == .response, !isOpen, case .keys([]) = forms.forms[match] {
          within(medium.refusing) { $0.compare(alternative, known[match], place, spans) }
        } else {
          compare(alternative, known[match], place, spans)
        }
      } else if let claimant = claimant(of: alternative, forms.forms) {
        report(
          tried(alternative, known[claimant]), place,
          "\(name(alternative)) would be read as \(name(known[claimant]))", spans)
      } else if !isOpen {
        var outcome = WireDecisions.Outcome.excluded
        for other in known where outcome != .included { outcome = min(outcome, tried(alternative, other)) }
        if outcome != .included { unknown.append((name(alternative), outcome)) }
      }
    }
    if !untagged.isEmpty, let key = forms.discriminator {
      let names = Set(untagged).count == 1 ? untagged[0] : wordList(untagged)
      let verb = Set(untagged).count == 1 ? "isn't" : "aren't"
      let end = direction == .request ? ", and the service needs that" : " any more"
      report(.mayBreak, place, "\(names) \(verb) told apart by '\(key)'\(end)", spans.old, spans.new)
    }
    guard let least = unknown.map(\.outcome).max() else { return }
    let verdict: WireChange.Verdict =
      least == .unknown
      ? .cantTell
      : unknown.count == own.count && unknown.allSatisfy { $0.outcome == .excluded } ? .breaks : .mayBreak
    report(
      verdict, place,
      unknown.count == 1
        ? "\(unknown[0].name) isn't one of the known alternatives"
        : "\(wordList(unknown.map(\.name))) aren't among the known alternatives", spans.old, spans.new)
  }

  /// The alternatives that are written, with the tags that the reader looks for. One that is a union itself, and that the reader
  /// doesn't have, stands for its own alternatives.
  private mutating func told(
    _ written: WireValue, by read: WireValue, _ forms: UnionForms
  ) -> [(schema: Schema, tags: [String]?)] {
    var result: [(schema: Schema, tags: [String]?)] = []
    var seen: Set<String> = []
    var pending = [written]
    while let union = pending.popLast() {
      let own = self.forms(of: union, isWritten: true)
      for (position, alternative) in union.alternatives.enumerated() {
        if let name = alternative.reference?.text {
          guard seen.insert(name).inserted else { continue }
          let isKnown = read.alternatives.contains { $0.reference?.text == name }
          let inner = WireValue(alternative, in: writer)
          if !isKnown, inner.isUnion {
            pending.append(inner)
            continue
          }
        }
        var tags: [String]?
        if let key = forms.discriminator, own.discriminator == key,
          case .tags(let values) = own.forms[position]
        {
          tags = values
        }
        result.append((alternative, tags))
      }
    }
    return result
  }

  /// Compares a union with what isn't one. If one of its alternatives is read, the others are alternatives that aren't known.
  private mutating func compareAlternatives(
    of written: WireValue, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    let outcomes = written.alternatives.map { decision($0, read) }
    let isOneRead = outcomes.contains(.included)
    let isSomeRead = outcomes.contains { $0 < .excluded }
    let other = otherTypes(written.alternatives, outcomes, read)
    if other.count > 1 {
      let types = other.map { WireValue(written.alternatives[$0], in: writer).types }
      let party = direction == .request ? "and expected as" : "and the app reads"
      report(
        isSomeRead ? .mayBreak : .breaks, place,
        "is sent as \(WirePart.words(types.reduce([]) { $0.union($1) })), \(party) \(WirePart.words(WireValue(read, in: reader).types))",
        spans.old, spans.new)
    }
    for (position, alternative) in written.alternatives.enumerated() where outcomes[position] != .included {
      let outcome = outcomes[position]
      if other.count > 1, other.contains(position) { continue }
      if isOneRead, alternative.reference != nil {
        report(
          outcome, place,
          "may be \(name(alternative)), which \(direction == .request ? "the service" : "the app") doesn't accept",
          spans)
      } else {
        compareEach(
          isSomeRead ? [nil, alternative] : [alternative], place, areWhole: isSomeRead
        ) { inclusion, alternative in
          if let alternative { inclusion.compare(alternative, read, place, spans) }
        }
      }
    }
  }

  /// The positions of alternatives without a name whose types aren't read.
  private func otherTypes(
    _ alternatives: [Schema], _ outcomes: [WireDecisions.Outcome], _ read: Schema
  ) -> [Int] {
    let known = WireValue(read, in: reader)
    guard !known.isUnion, !known.isReadAsJSON else { return [] }
    return alternatives.indices.filter { position in
      outcomes[position] == .excluded && alternatives[position].reference == nil
        && WireValue(alternatives[position], in: writer).types.isDisjoint(with: known.types)
    }
  }

  /// Reports that something may not be read.
  private mutating func report(
    _ outcome: WireDecisions.Outcome, _ place: String, _ message: String, _ spans: Spans
  ) {
    switch outcome {
    case .included: return
    case .unknown: report(.cantTell, place, message, spans.old, spans.new)
    case .partial, .excluded: report(.mayBreak, place, message, spans.old, spans.new)
    }
  }

  /// How much of an alternative is read as another one, which is tried: what is tried isn't read with a violation.
  private mutating func tried(_ alternative: Schema, _ other: Schema) -> WireDecisions.Outcome {
    var outcome = WireDecisions.Outcome.included
    within(medium.refusing) { outcome = $0.decision(alternative, other) }
    return outcome
  }

  private func name(_ alternative: Schema) -> String {
    alternative.reference.map { "'\($0.text)'" } ?? "an alternative"
  }

  /// The position of the alternative that is the same one: with the same tag, otherwise with the same name, otherwise the only
  /// one of its type, if that isn't an object.
  private func match(
    _ alternative: Schema, _ tags: [String]?, _ known: [Schema], _ forms: [UnionForms.Form]
  ) -> Int? {
    let tagged = tags.flatMap { tags in
      forms.firstIndex { form in
        if case .tags(let others) = form { !Set(tags).isDisjoint(with: others) } else { false }
      }
    }
    let same = known.firstIndex {
      $0.reference != nil && $0.reference?.text == alternative.reference?.text
        || $0.meansTheSame(as: alternative)
    }
    if let match = tagged ?? same { return match }
    let types = WireValue(alternative, in: writer).types
    guard !types.isEmpty, !types.contains(.object) else { return nil }
    return forms.firstIndex { if case .types(let own) = $0 { types.isSubset(of: own) } else { false } }
  }

  /// The position of the alternative that a client reads a value of another one as, because its type or its keys name it.
  private func claimant(of alternative: Schema, _ forms: [UnionForms.Form]) -> Int? {
    guard direction == .response else { return nil }
    let value = WireValue(alternative, in: writer)
    let keys = Set(writer.flattenedObject(value.schema)?.properties.map(\.name.text) ?? [])
    let named = forms.indices.filter { position in
      if case .keys(let own) = forms[position] { !keys.isDisjoint(with: own) } else { false }
    }
    let typed = forms.firstIndex { form in
      if case .types(let types) = form { value.types.isSubset(of: types) } else { false }
    }
    return typed ?? (named.count == 1 ? named.first : nil)
  }

  /// Reports tags that the reader doesn't know.
  ///
  /// - Returns: whether it knows all.
  private mutating func compareTags(
    _ tags: [String], _ known: [String], _ key: String, _ alternative: Schema, _ place: String,
    _ spans: Spans
  ) -> Bool {
    let others = tags.filter { !known.contains($0) }
    guard !others.isEmpty else { return true }
    report(
      .mayBreak, place,
      "\(name(alternative)) is called \(wordList(others.map { "'\($0)'" })) in '\(key)', which \(direction == .request ? "the service" : "the app") doesn't know",
      spans.old, spans.new)
    return false
  }
}

extension SchemaIndex {
  /// The property that may distinguish objects of an alternative.
  fileprivate func tag(_ key: String, of alternative: Schema) -> Schema.Property? {
    (flattenedObject(alternative) ?? flattenedObject(resolved(alternative).schema))?.property(key)
  }

  /// The values of a property that may distinguish objects of an alternative.
  fileprivate func tags(_ key: String, of alternative: Schema) -> [String]? {
    tag(key, of: alternative).flatMap { tagValues(of: $0.schema) }
  }
}
