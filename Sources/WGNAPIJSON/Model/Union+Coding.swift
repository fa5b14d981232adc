import WGNAPISupport

extension Union {
  var all: [Alternative] { alternatives + (fallback.map { [$0] } ?? []) }

  // MARK: Reading

  func read(from reader: inout JSONReader) throws(JSONError) -> Root {
    reader.skipWhitespace()
    guard let constraint, reader.validates else { return try readAlternative(from: &reader) }
    return try reader.constrained(by: constraint) { (reader) throws(JSONError) in
      try readAlternative(from: &reader)
    }
  }

  private func readAlternative(from reader: inout JSONReader) throws(JSONError) -> Root {
    switch try table.claim(&reader) {
    case .alternative(let position): return try read(alternatives[position], from: &reader)
    case .none(let tag):
      return table.untold.isEmpty ? try readUnknown(tag, from: &reader) : try readUntold(from: &reader)
    }
  }

  private func read(_ alternative: Alternative, from reader: inout JSONReader) throws(JSONError) -> Root {
    let start = reader.offset
    let outer = reader.discriminator
    // The tag may be in an object whose model doesn't declare it.
    if let discriminator = table.discriminator, case .tag = alternative.form {
      reader.discriminator = (discriminator, start)
    }
    defer { reader.discriminator = outer }
    let value = try alternative.read(&reader)
    if let constraint = alternative.constraint, reader.validates { try reader.check(constraint, from: start) }
    return value
  }

  /// Reads a value whose alternative only the schemas determine.
  private func readUntold(from reader: inout JSONReader) throws(JSONError) -> Root {
    let start = reader.mark
    reader.beginTrials()
    defer { reader.endTrials() }
    let recognized = try recognized(&reader)
    let order =
      recognized.isEmpty ? table.untold : recognized + table.untold.filter { !recognized.contains($0) }
    for (place, position) in order.enumerated() {
      guard try accepts(position, start, &reader) else { continue }
      reader.rewind(to: start)
      let value = try read(alternatives[position], from: &reader)
      if choice == .oneOf, reader.validates {
        let after = reader.place
        for other in order[(place + 1)...] where try accepts(other, start, &reader) {
          try reader.violation("oneOf", "more than one alternative fits", at: start.offset)
          break
        }
        reader.leave(to: after)
      }
      return value
    }
    reader.rewind(to: start)
    // The value is invalid; reading it reports the reason.
    if recognized.count == 1 { return try read(alternatives[recognized[0]], from: &reader) }
    if !recognized.isEmpty, reader.validates {
      try reader.violation(
        "anyOf",
        "the object has keys of \(recognized.count) alternatives of \(Root.self), and matches none of them",
        at: start.offset)
    }
    return try readUnknown(nil, from: &reader)
  }

  /// Returns whether an alternative accepts the value at `start`. Violations collected so far are kept.
  private func accepts(
    _ position: Int, _ start: JSONReader.Mark, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    try reader.countVisit()
    reader.goBack(to: reader.base + start.offset)
    reader.remainingDepth = start.remainingDepth
    return try alternatives[position].schema.accepts(&reader)
  }

  private func readUnknown(_ tag: Alternatives.Tag?, from reader: inout JSONReader) throws(JSONError) -> Root
  {
    if let fallback {
      reader.skipWhitespace()
      let (offset, found) =
        tag.map { ($0.offset, $0.excerpt) } ?? (reader.offset, reader.excerpt(from: reader.offset))
      try reader.reportUnknownValue(at: offset, keyword: tag == nil ? "anyOf" : "enum") {
        "\(Root.self) has no alternative for \(found)"
      }
      return try fallback.read(&reader)
    }
    guard table.untold.isEmpty else { throw reader.mismatch("one of the alternatives of \(Root.self)") }
    guard let discriminator = table.discriminator, reader.peek() == .object else {
      throw reader.mismatch(knownTypes.description)
    }
    let known = alternatives.compactMap {
      if case .tag(let tag) = $0.form { "\"\(tag.printable)\"" } else { nil }
    }
    let list = known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
    guard let tag else {
      throw reader.error(
        .missingKey, "the key \"\(discriminator.printable)\" is missing, which is one of \(list)")
    }
    throw reader.error(.invalidValue, "expected one of \(list), found \(tag.excerpt)", at: tag.offset)
  }

  /// The JSON types that identify alternatives.
  private var knownTypes: JSONTypes {
    alternatives.reduce(into: []) { known, alternative in
      switch alternative.form {
      case .types(let types): known.formUnion(types)
      case .tag: known.formUnion(.object)
      case .keys: known.formUnion(.all)
      }
    }
  }

  // MARK: Writing

  func write(_ value: Root, to writer: inout JSONWriter) throws(JSONError) {
    let start = writer.count
    for alternative in alternatives {
      if let discriminator = table.discriminator, case .tag(let tag) = alternative.form {
        writer.discriminator = (discriminator, tag)
      }
      let isWritten = try alternative.write(value, &writer)
      writer.discriminator = nil
      if isWritten { return try check(value, from: start, in: writer) }
    }
    guard let fallback, try fallback.write(value, &writer) else {
      throw JSONError(
        .notRepresentable, "the value doesn't match any alternative of \(Root.self)", byteOffset: start)
    }
    try check(value, from: start, in: writer)
  }

  /// Checks that the written value will be read as the same case: a value may have the tag, the type or the
  /// form of another one.
  private func check(
    _ value: Root, from start: Int, in writer: borrowing JSONWriter
  ) throws(JSONError) {
    let claimant = try writer.reading(from: start) { (reader) throws(JSONError) -> Int? in
      switch try table.claim(&reader) {
      case .alternative(let position): position
      case .none: table.untold.isEmpty ? nil : try chooseUntold(&reader)
      }
    }
    if let claimant {
      guard !alternatives[claimant].contains(value) else { return }
      throw JSONError(.notRepresentable, mismatch(value, alternatives[claimant]), byteOffset: start)
    }
    // No schema accepts the value, which is what validation is for.
    let mayBe = table.untold.contains { alternatives[$0].contains(value) }
    if mayBe || fallback?.contains(value) ?? false { return }
    throw JSONError(.notRepresentable, mismatch(value, nil), byteOffset: start)
  }

  /// Returns the alternative that the next value would be read as, if only the schemas determine it.
  private func chooseUntold(_ reader: inout JSONReader) throws(JSONError) -> Int? {
    let start = reader.mark
    reader.beginTrials()
    defer { reader.endTrials() }
    let recognized = try recognized(&reader)
    let others = table.untold.filter { !recognized.contains($0) }
    for position in recognized + others where try accepts(position, start, &reader) { return position }
    return recognized.count == 1 ? recognized[0] : nil
  }

  private func mismatch(_ value: Root, _ claimant: Alternative?) -> String {
    var tags: [String] = []
    for alternative in alternatives {
      guard case .tag(let tag) = alternative.form, alternative.contains(value), !tags.contains(tag) else {
        continue
      }
      tags.append(tag)
    }
    let own = sortedPositions(of: tags).map { "\"\(tags[$0].printable)\"" }.joined(separator: ", ")
    if let discriminator = table.discriminator, !own.isEmpty {
      return
        "the value's \"\(discriminator.printable)\" isn't \(own), which identifies its case of \(Root.self)"
    }
    switch claimant?.form {
    case .tag(let tag):
      return
        "the value would be read as the alternative \"\(tag.printable)\" of \(Root.self), not as its case"
    case .types(let types): return "the value would be read as the \(types) of \(Root.self), not as its case"
    default: return "the value would not be read as its case of \(Root.self)"
    }
  }
}
