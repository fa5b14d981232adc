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
    return try reader.constrained(by: constraint) { (reader) throws(JSONError) in
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
      throw JSONSchema.merged(alternatives.map(\.schema)).silenced(error, at: start)
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
    if let constraint = alternative.constraint, reader.validates { try reader.check(constraint, from: start) }
    return value
  }

  /// Reads a value whose alternative only the schemas determine.
  private func readUntold(from reader: inout JSONReader) throws(JSONError) -> Root {
    let start = reader.mark
    reader.beginTrials()
    defer { reader.endTrials() }
    let recognized = try look(&reader) { (reader) throws(JSONError) in try self.recognized(&reader) }
    let order =
      recognized.isEmpty ? table.untold : recognized + table.untold.filter { !recognized.contains($0) }
    // An open enumeration or union accepts anything, but another alternative may know what it is.
    let hasOpen = order.count > 1 && order.contains { alternatives[$0].known != nil }
    for knows in hasOpen ? [true, false] : [false] {
      for position in order {
        let alternative = alternatives[position]
        let schema = knows ? alternative.known ?? alternative.schema : alternative.schema
        guard try accepts(schema, start, &reader) else { continue }
        reader.rewind(to: start)
        return try read(alternative, from: &reader)
      }
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

  /// Returns whether a schema accepts the value at `start`. Violations collected so far are kept.
  private func accepts(
    _ schema: JSONSchema, _ start: JSONReader.Mark, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    try reader.countVisit()
    reader.goBack(to: reader.base + start.offset)
    reader.remainingDepth = start.remainingDepth
    return try look(&reader) { (reader) throws(JSONError) in try schema.accepts(&reader) }
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
    guard let discriminator = table.discriminator else { return }
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

extension Union {
  /// The schema without unknown values, also without those of open enumerations and unions among the alternatives.
  private var known: JSONSchema {
    UnionSchema(
      table: table, alternatives: alternatives.map { ($0.form, $0.known ?? $0.schema) }, isOpen: false
    ).schema
  }

  /// Returns the schema of the values that a type knows; nil if it accepts no others.
  static func knownValues(of type: Any.Type) -> JSONSchema? {
    if let type = type as? any OpenEnumeration.Type { return .reference { known(type) } }
    if let type = type as? any JSONUnion.Type { return .reference { known(type) } }
    return nil
  }

  private static func known<Value: OpenEnumeration>(_ type: Value.Type) -> JSONSchema {
    .merged([type.schema, [.enumeration(type.allCases.map { (try? JSON(encoding: $0)) ?? .null })]])
  }

  private static func known<Value: JSONUnion>(_ type: Value.Type) -> JSONSchema { type.union.known }
}
