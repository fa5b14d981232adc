import APIModel

extension SampleMaker {
  /// Scalars that the schema may accept, better ones first.
  func scalars(_ schema: Schema, _ wish: Wish) -> [Literal] {
    let variant = wish.variant
    if let values = schema.enumeration?.cases.map(\.value), !values.isEmpty {
      return values.indices.map { values[($0 + variant) % values.count] }
    }
    let types = schema.types.isEmpty ? [.string, .integer, .object] : schema.types
    return types.flatMap { type -> [Literal] in
      switch type {
      case .null: [.null]
      case .boolean: [.boolean(variant.isMultiple(of: 2)), .boolean(variant % 2 == 1)]
      case .integer: integers(schema, variant).map { .number(NumberText($0)) }
      case .number: (fractions(schema, variant) + integers(schema, variant)).map { .number(NumberText($0)) }
      case .string: texts(schema, wish).map(Literal.string)
      case .array: [.array([])]
      case .object: [.object([])]
      }
    }
  }

  private func integers(_ schema: Schema, _ variant: Int) -> [String] {
    switch schema.format {
    case .timestamp: return ["\(1_577_836_800 + 60 * serial + variant)"]
    case .timestampMilliseconds: return ["\(1_577_836_800_000 + 60_000 * serial + 1000 * variant)"]
    case .flag: return [variant.isMultiple(of: 2) ? "1" : "0"]
    default: break
    }
    let step = schema.limits[.multipleOf].flatMap { Int($0.text) } ?? 1
    let least = schema.limits[.minimum] ?? schema.limits[.exclusiveMinimum]
    let most = schema.limits[.maximum] ?? schema.limits[.exclusiveMaximum]
    let low = least.flatMap { Double($0.text) }.flatMap { Int(exactly: $0.rounded(.up)) }
    let high = most.flatMap { Double($0.text) }.flatMap { Int(exactly: $0.rounded(.down)) }
    var numbers = [1 + serial + variant, 1 + variant, step.multipliedOrZero(by: 1 + variant)]
    if let low {
      numbers += [low, low.addingOrSame(variant), low.addingOrSame(variant + 1)]
      let remainder = low % max(step, 1)
      numbers.append(remainder == 0 ? low : low.addingOrSame(step.addingOrSame(-remainder)))
    }
    if let high { numbers += [high.addingOrSame(-variant), high.addingOrSame(-variant - 1)] }
    return (numbers + [0, variant]).map(String.init)
  }

  private func fractions(_ schema: Schema, _ variant: Int) -> [String] {
    var numbers = ["\(serial + variant).5", "\(variant).5", "\(variant).25"]
    let bounds = schema.limits.filter { $0.key != .multipleOf }.values.compactMap { Double($0.text) }
    if let low = bounds.min(), let high = bounds.max(), low < high, low.isFinite, high.isFinite {
      let middle = low / 2 + high / 2
      numbers.append(Int(exactly: middle).map(String.init) ?? "\(middle)")
    }
    return numbers
  }

  // MARK: Texts

  private func texts(_ schema: Schema, _ wish: Wish) -> [String] {
    let (hint, variant) = (wish.hint, wish.variant)
    if let texts = formatted(schema, variant) {
      return texts + (texts.first.map { [fill($0, schema)] } ?? [])
    }
    if let pattern = schema.pattern {
      // A word that fits is clearer than one made up from the pattern.
      let words =
        ["text", "en", "a", "A", "AB", "abc", "1", "12", hint] + [samplePattern(pattern)].compactMap(\.self)
      guard variant > 0 else { return words + words.map { fill($0, schema) } }
      let more = [
        "de", "fr", "b", "c", "B", "C", "CD", "EF", "ABC", "DEF", "def", "ghi", "2", "3", "34", "56",
      ]
      var fitting: [String] = []
      for word in words + more where !fitting.contains(word) && checker.isAccepted(.string(word), schema) {
        fitting.append(word)
      }
      if variant < fitting.count { return [fitting[variant]] }
      // Examples were in the place of the first ones.
      let examples = schema.examples.count
      let last = variant - fitting.count
      if last < examples, last < fitting.count { return [fitting[last]] }
      // What else the pattern allows.
      let made = samplePattern(pattern, variant: max(last - examples + 1, 0)).map { [$0, fill($0, schema)] }
      let known = fitting.isEmpty ? words.map { fill($0, schema) } : [fitting[variant % fitting.count]]
      return (made ?? []) + known
    }
    let suffix = variant == 0 ? "" : "\(variant + 1)"
    switch wish.words {
    case .plain: return [hint + suffix, fill(hint, schema, ending: suffix), "text" + suffix]
    case .empty: return ["", fill("", schema)]
    case .hostile:
      let text = "Имя, 1/2 + 50% & #?=é" + suffix
      return [text, fill(text, schema, ending: suffix), fill("Я&" + suffix, schema), fill("+", schema)]
    }
  }

  /// The text, adapted to the lengths that the schema accepts.
  private func fill(_ text: String, _ schema: Schema, ending: String = "") -> String {
    let least = schema.counts[.minLength] ?? 0
    let most = schema.counts[.maxLength] ?? Int.max
    var scalars = Array(text.unicodeScalars)
    let filling = Array((text.isEmpty ? "x" : text).unicodeScalars)
    while scalars.count < min(least, 100_000) - ending.unicodeScalars.count {
      scalars.append(filling[scalars.count % filling.count])
    }
    let room = max(0, most - ending.unicodeScalars.count)
    if scalars.count > room { scalars.removeSubrange(room...) }
    return String(String.UnicodeScalarView(scalars)) + ending
  }
}

extension Int {
  fileprivate func addingOrSame(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? self : sum
  }

  fileprivate func multipliedOrZero(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? 0 : product
  }
}
