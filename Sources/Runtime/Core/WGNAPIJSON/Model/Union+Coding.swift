import WGNAPISupport

extension Union {
  var all: [Alternative] { alternatives + (fallback.map { [$0] } ?? []) }

  /// The number of entries in the table.
  package var count: Int { all.count }

  /// Whether a key says what an object is.
  package var hasTags: Bool { table.discriminator != nil }

  /// Reads a value as a certain entry of the table.
  package func read(as position: Int, from reader: inout JSONReader) throws(JSONError) -> Root {
    try all[position].read(&reader)
  }

  // MARK: Reading

  func read(from reader: inout JSONReader) throws(JSONError) -> Root {
    reader.skipWhitespace()
    return try reader.constrained(by: constraint, of: all.map(\.coder)) { (reader) throws(JSONError) in
      try readAlternative(from: &reader)
    }
  }

  private func readAlternative(from reader: inout JSONReader) throws(JSONError) -> Root {
    let claim = try look(&reader) { (reader) throws(JSONError) in try table.claim(&reader) }
    switch claim {
    case .alternative(let position): return try read(alternatives[position], from: &reader)
    case .none(let tag):
      return table.untold.isEmpty ? try readUnknown(tag, from: &reader) : try readUntold(from: &reader)
    }
  }

  /// Looks at the next value before its model reads it. What the model wouldn't quote in an error isn't quoted.
  @inline(__always)
  private func look<Result>(
    _ reader: inout JSONReader, _ body: (inout JSONReader) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    let start = reader.offset
    do throws(JSONError) { return try body(&reader) } catch {
      throw Secrets(in: all.map(\.coder)).silenced(error, at: start)
    }
  }

  private func read(_ alternative: Alternative, from reader: inout JSONReader) throws(JSONError) -> Root {
    let start = reader.offset
    let outer = reader.discriminators
    // The tag may be in an object whose model doesn't declare it, and so may that of a union around this one.
    if case .tag = alternative.form {
      let keys = table.discriminators
      reader.discriminators = (outer.map { $0.objectOffset == start ? $0.keys + keys : keys } ?? keys, start)
    }
    defer { reader.discriminators = outer }
    let value = try alternative.read(&reader)
    if let constraint = alternative.constraint, reader.validates {
      try reader.check(constraint, of: [alternative.coder], from: start)
    }
    return value
  }

  /// Reads a value whose alternative neither type nor tag determines.
  private func readUntold(from reader: inout JSONReader) throws(JSONError) -> Root {
    let union = ObjectIdentifier(self)
    let tried = reader.triedAlternative(of: union)
    if let position = tried ?? nil { return try read(alternatives[position], from: &reader) }
    guard reader.beginTrial(of: union) else { throw matchesNone(&reader) }
    defer { reader.endTrial() }
    let (start, memory) = (reader.mark, reader.untriedMemory)
    let recognized = try look(&reader) { (reader) throws(JSONError) in try self.recognized(&reader) }
    var duplicate: JSONError?
    if tried == nil, let fitting = try fitting(recognized, start, &duplicate, &reader) {
      // What the options ignore hasn't changed the result.
      if reader.options.unknownKeys == .ignore, reader.options.unknownValues == .ignore {
        return fitting.value
      }
      reader.rewind(to: start)
      reader.untriedMemory = memory
      return try read(alternatives[fitting.position], from: &reader)
    }
    reader.rewind(to: start)
    // In a trial, the reason doesn't matter, and looking for it would multiply.
    if reader.isTrying, fallback == nil || !recognized.isEmpty { throw matchesNone(&reader) }
    // The value is invalid; reading it reports the reason.
    if recognized.count == 1 { return try read(alternatives[recognized[0]], from: &reader) }
    if let duplicate { throw duplicate }
    if !recognized.isEmpty, reader.validates {
      try reader.violation(
        "anyOf",
        "the object has keys of \(recognized.count) alternatives of \(Root.self), and matches none of them",
        at: start.offset)
    }
    return try readUnknown(nil, from: &reader)
  }

  private func matchesNone(_ reader: inout JSONReader) -> JSONError {
    reader.mismatch("one of the alternatives of \(Root.self)")
  }

  /// Returns the first alternative as which the value at `start` can be read without a violation, with the value; nil if
  /// there is none.
  ///
  /// An open enumeration or union accepts anything, so one that doesn't know the value comes last.
  ///
  /// - Parameter duplicate: The first error of an alternative that has a key twice.
  private func fitting(
    _ recognized: [Int], _ start: JSONReader.Mark, _ duplicate: inout JSONError?, _ reader: inout JSONReader
  ) throws(JSONError) -> (position: Int, value: Root)? {
    let place = reader.place
    let order =
      recognized.isEmpty ? table.untold : recognized + table.untold.filter { !recognized.contains($0) }
    var unknown: (position: Int, value: Root, end: Place, memory: Int)?
    for position in order {
      let before = reader.untriedMemory
      guard let value = try tryOut(alternatives[position], start, &duplicate, &reader) else { continue }
      if alternatives[position].knows(value) {
        try reader.remember(position, of: ObjectIdentifier(self), at: place)
        reader.untriedMemory += unknown?.memory ?? 0
        return (position, value)
      }
      let memory = before - reader.untriedMemory
      if unknown == nil {
        unknown = (position, value, reader.place, memory)
      } else {
        reader.untriedMemory += memory
      }
    }
    try reader.remember(unknown?.position, of: ObjectIdentifier(self), at: place)
    guard let unknown else { return nil }
    reader.leave(to: unknown.end)
    return (unknown.position, unknown.value)
  }

  /// Returns the value at `start` if it is one of an alternative, without a violation. Violations found so far are kept.
  private func tryOut(
    _ alternative: Alternative, _ start: JSONReader.Mark, _ duplicate: inout JSONError?,
    _ reader: inout JSONReader
  ) throws(JSONError) -> Root? {
    try reader.countVisit()
    try reader.checkStack(for: "unions")
    reader.rewind(to: start)
    let (options, memory, isTrying) = (reader.options, reader.untriedMemory, reader.isTrying)
    reader.isTrying = true
    reader.options.validation = .strict
    reader.options.unknownKeys = .ignore
    reader.options.unknownValues = .ignore
    defer { (reader.options, reader.isTrying) = (options, isTrying) }
    do throws(JSONError) {
      return try read(alternative, from: &reader)
    } catch {
      reader.untriedMemory = memory
      if !error.kind.endsReading, error.kind != .duplicateKey { return nil }
      let silenced = Secrets(in: all.map(\.coder)).silenced(error, at: start.offset)
      // Malformed JSON fits no alternative.
      if error.kind.endsReading { throw silenced }
      duplicate = duplicate ?? silenced
      return nil
    }
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
    guard table.untold.isEmpty else { throw matchesNone(&reader) }
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
      .violating("enum")
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
    let outer = writer.discriminators.count
    for alternative in alternatives {
      if let discriminator = table.discriminator, case .tag(let tag) = alternative.form {
        writer.discriminators.append((discriminator, tag))
      }
      if try alternative.write(value, &writer) {
        writer.discriminators.removeAll(keepingCapacity: true)
        return try checkTag(of: value, as: alternative.form, from: start, in: writer)
      }
      if writer.discriminators.count > outer { writer.discriminators.removeLast() }
    }
    guard let fallback, try fallback.write(value, &writer) else {
      throw JSONError(
        .notRepresentable, "the value doesn't match any alternative of \(Root.self)", byteOffset: start)
    }
  }

  /// Checks that a discriminator doesn't name another case than the value's, because the value may set it.
  private func checkTag(
    of value: Root, as form: Alternatives.Form, from start: Int, in writer: borrowing JSONWriter
  ) throws(JSONError) {
    // A description isn't read again, and has marks in place of secrets.
    guard let discriminator = table.discriminator, !writer.hidesSecrets else { return }
    if case .types = form { return }
    switch try writer.reading(from: start, { (reader) throws(JSONError) in try table.claim(&reader) }) {
    case .alternative(let position) where alternatives[position].contains(value): return
    case .none where form.isUntold: return
    default: break
    }
    let tags = alternatives.compactMap { alternative in
      if case .tag(let tag) = alternative.form, alternative.contains(value) { tag } else { nil }
    }
    let own = sortedPositions(of: tags).map { "\"\(tags[$0].printable)\"" }.joined(separator: ", ")
    let key = "the value's \"\(discriminator.printable)\""
    throw JSONError(
      .notRepresentable,
      tags.isEmpty
        ? "\(key) identifies another case of \(Root.self) than the value's"
        : "\(key) isn't \(own), which identifies its case of \(Root.self)",
      byteOffset: start)
  }
}

extension JSONError.Kind {
  /// Whether a value can't be read in any other way either.
  fileprivate var endsReading: Bool {
    switch self {
    case .syntax, .depthExceeded, .workExceeded, .memoryExceeded: true
    default: false
    }
  }
}
