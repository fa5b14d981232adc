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
    let own = written.isUnion ? written.alternatives : [written.schema]
    let forms = reader.forms(ofUnion: read.schema)
    let ownForms = written.isUnion ? writer.forms(ofUnion: written.schema) : nil
    let isOpen = direction == .response && (read.schema.isOpen ?? true)
    var unknown: [String] = []
    for (position, alternative) in own.enumerated() {
      let tags = forms.discriminator.flatMap { key -> [String]? in
        if ownForms?.discriminator == key, case .tags(let tags)? = ownForms?.forms[position] { return tags }
        return writer.tags(key, of: alternative)
      }
      guard let match = match(alternative, tags, known, forms.forms) else {
        let name = name(alternative)
        if let claimant = claimant(of: alternative, forms.forms) {
          guard !isIncluded(alternative, known[claimant], place, spans) else { continue }
          report(
            .mayBreak, place, "\(name) would be read as \(self.name(known[claimant]))", spans.old, spans.new)
        } else if !isOpen, !known.contains(where: { isIncluded(alternative, $0, place, spans) }) {
          unknown.append(name)
        }
        continue
      }
      if case .tags(let others) = forms.forms[match], let key = forms.discriminator {
        compareTags(tags, others, key, alternative, place, spans)
      }
      // An alternative that is only found by reading isn't read with a violation.
      if direction == .response, !isOpen, case .keys([]) = forms.forms[match] {
        within(.request) { $0.compare(alternative, known[match], place, spans) }
      } else {
        compare(alternative, known[match], place, spans)
      }
    }
    guard !unknown.isEmpty else { return }
    report(
      unknown.count == own.count ? .breaks : .mayBreak, place,
      unknown.count == 1
        ? "\(unknown[0]) isn't one of the known alternatives"
        : "\(wordList(unknown)) aren't among the known alternatives", spans.old, spans.new)
  }

  /// Compares a union with what isn't one. If one of its alternatives is read, the others are alternatives that aren't known.
  private mutating func compareAlternatives(
    of written: WireValue, _ read: Schema, _ place: String, _ spans: Spans
  ) {
    let trials = written.alternatives.map { own in trial { $0.compare(own, read, place, spans) } }
    let isOneRead = trials.contains(where: \.isEmpty)
    let own = zip(written.alternatives, trials).filter { !isOneRead || !$1.isEmpty }.map(\.0)
    for alternative in own {
      if isOneRead, alternative.reference != nil {
        report(
          .mayBreak, place,
          "may be \(name(alternative)), which \(direction == .request ? "the service" : "the app") doesn't accept",
          spans.old, spans.new)
      } else {
        compareEach(isOneRead ? [nil, alternative] : [alternative], place) { inclusion, alternative in
          if let alternative { inclusion.compare(alternative, read, place, spans) }
        }
      }
    }
  }

  private func name(_ alternative: Schema) -> String {
    alternative.reference.map { "'\($0.text)'" } ?? "an alternative"
  }

  /// The position of the alternative that is the same one: with the same tag, otherwise with the same name.
  private func match(
    _ alternative: Schema, _ tags: [String]?, _ known: [Schema], _ forms: [UnionForms.Form]
  ) -> Int? {
    let tagged = tags.flatMap { tags in
      forms.firstIndex { form in
        if case .tags(let others) = form { !Set(tags).isDisjoint(with: others) } else { false }
      }
    }
    return tagged
      ?? known.firstIndex {
        $0.reference != nil && $0.reference?.text == alternative.reference?.text
          || $0.meansTheSame(as: alternative)
      }
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

  private func isIncluded(_ alternative: Schema, _ other: Schema, _ place: String, _ spans: Spans) -> Bool {
    // What is tried isn't read with a violation.
    trial { $0.within(.request) { $0.compare(alternative, other, place, spans) } }.isEmpty
  }

  private mutating func compareTags(
    _ tags: [String]?, _ known: [String], _ key: String, _ alternative: Schema, _ place: String,
    _ spans: Spans
  ) {
    guard let tags else {
      return report(
        .mayBreak, place, "\(name(alternative)) isn't told apart by '\(key)' any more", spans.old, spans.new)
    }
    let others = tags.filter { !known.contains($0) }
    guard !others.isEmpty else { return }
    report(
      .mayBreak, place,
      "\(name(alternative)) is called \(wordList(others.map { "'\($0)'" })) in '\(key)', which \(direction == .request ? "the service" : "the app") doesn't know",
      spans.old, spans.new)
  }
}

extension SchemaIndex {
  /// The values of a property that may distinguish objects of an alternative.
  fileprivate func tags(_ key: String, of alternative: Schema) -> [String]? {
    let object = flattenedObject(alternative) ?? flattenedObject(resolved(alternative).schema)
    return object?.property(key).flatMap { tagValues(of: $0.schema) }
  }
}
