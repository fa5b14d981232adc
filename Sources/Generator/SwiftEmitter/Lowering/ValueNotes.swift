import APIModel

/// What a spec says about a value besides its Swift type, in a few words each: "From 1 to 100.", "Default: `20`."
///
/// A reference's target has notes of its own, at its type.
struct ValueNotes {
  /// A limit beyond this number of characters only says how a service stores texts. The validator checks it all the same.
  private let usefulLength: Int
  /// The longest name, number or pattern that is quoted.
  private let quotedLength: Int

  private let schema: Schema
  private let shape: SchemaShape
  private let isSecret: Bool
  /// The constant that the type of the value has for its default.
  private let defaultConstant: String?

  /// What is said of a secret.
  static let redacted = "Redacted in logs and errors."

  /// - Parameters:
  ///   - isSecret: whether the value is secret because of what has it.
  ///   - isComplete: whether to include notes that are too long for a comment.
  init(_ schema: Schema, in index: SchemaIndex, isSecret: Bool = false, isComplete: Bool = false) {
    self.schema = schema
    usefulLength = isComplete ? .max : 1_000
    quotedLength = isComplete ? .max : 60
    shape = index.shape(of: schema)
    let isShown = schema.defaultValue != nil || !schema.examples.isEmpty
    self.isSecret = isSecret || isShown && index.containsSecret(schema)
    defaultConstant = schema.defaultValue.flatMap { value in
      let resolved = index.resolved(schema).schema
      guard case .enumeration = index.shape(of: resolved), index.ownType(of: schema) == nil else {
        return nil
      }
      return resolved.enumeration?.cases.first { $0.value == value }.flatMap(SwiftName.constant)
    }
  }

  /// Limits, pattern, format: what must be true of each value.
  func limits(withCounts: Bool = true) -> [String] {
    switch shape {
    case .object, .tuple, .union, .enumeration, .any: return []
    case .scalar, .array, .map, .reference: break
    }
    var notes: [String?] = isDate ? [] : [range, multiples]
    if withCounts { notes += [length, elements, entries] }
    notes += [schema.array.uniqueItems ? "No two elements are equal." : nil, pattern, format]
    return notes.compactMap(\.self)
  }

  /// Limits and default.
  var all: [String] { limits() + [defaultValue()].compactMap(\.self) }

  /// The default of a value that is left out.
  func defaultValue(of title: String = "Default") -> String? {
    guard !isSecret, let value = schema.defaultValue, value != .null else { return nil }
    if let defaultConstant { return "\(title): `.\(defaultConstant)`." }
    // A flag is a `Bool` in Swift.
    let isFalse = [.number(NumberText("0")), .boolean(false)].contains(value)
    let text = schema.format == .flag ? String(!isFalse) : value.json
    guard let quoted = DocComment.quoted(text) else { return nil }
    return "\(title): \(quoted)."
  }

  /// The first short example, as a note; none of secrets, because it may be a real one.
  func example(_ title: String = "Example") -> [String] {
    guard !isSecret else { return [] }
    return schema.examples.lazy.compactMap { DocComment.quoted($0.json) }.first.map { ["\(title): \($0)"] }
      ?? []
  }

  private var isDate: Bool {
    switch schema.format {
    case .timestamp, .timestampMilliseconds, .dateTime, .date, .flag, .uuid: true
    default: false
    }
  }

  private var range: String? {
    func limit(_ keyword: LimitKeyword, _ words: String) -> String? {
      schema.limits[keyword].flatMap { $0.text.utf8.count > quotedLength ? nil : "\(words) \($0.text)" }
    }
    // Of two limits on one side, the narrower one says everything.
    func isNarrower(_ exclusive: LimitKeyword, _ inclusive: LimitKeyword, by order: (Double, Double) -> Bool)
      -> Bool
    {
      guard let one = schema.limits[exclusive]?.text else { return false }
      guard let other = schema.limits[inclusive]?.text else { return true }
      return order(Double(one) ?? 0, Double(other) ?? 0)
    }
    let isAbove = isNarrower(.exclusiveMinimum, .minimum, by: >=)
    let isBelow = isNarrower(.exclusiveMaximum, .maximum, by: <=)
    if !isAbove, !isBelow, let minimum = limit(.minimum, "From"), let maximum = limit(.maximum, "to") {
      return "\(minimum) \(maximum)."
    }
    let lowest = isAbove ? limit(.exclusiveMinimum, "More than") : limit(.minimum, "At least")
    let highest = isBelow ? limit(.exclusiveMaximum, "Less than") : limit(.maximum, "At most")
    let both = [lowest, highest].compactMap(\.self)
    return both.isEmpty ? nil : "\(both.joined(separator: ". "))."
  }

  private var multiples: String? {
    guard let step = schema.limits[.multipleOf]?.text, step.utf8.count <= quotedLength, step != "1"
    else { return nil }
    return "A multiple of \(step)."
  }

  private var length: String? {
    guard !isDate else { return nil }
    let maximum = schema.counts[.maxLength].flatMap { $0 <= usefulLength ? $0 : nil }
    return Self.count(schema.counts[.minLength], maximum, "character", "characters")
  }

  private var elements: String? {
    Self.count(schema.counts[.minItems], schema.counts[.maxItems], "element", "elements")
  }

  private var entries: String? {
    guard case .map = shape else { return nil }
    return Self.count(schema.counts[.minProperties], schema.counts[.maxProperties], "entry", "entries")
  }

  private var pattern: String? {
    guard let pattern = schema.pattern else { return nil }
    if quotedLength == .max { return "Matches \(DocComment.code(pattern))." }
    guard pattern.unicodeScalars.count <= quotedLength, !pattern.contains(where: \.isWhitespace),
      let quoted = DocComment.quoted(pattern)
    else { return nil }
    return "Matches \(quoted)."
  }

  private var format: String? {
    guard case .other(let name)? = schema.format, name.unicodeScalars.count <= quotedLength,
      let quoted = quotedLength == .max ? DocComment.code(name) : DocComment.quoted(name)
    else { return nil }
    return "Format: \(quoted)."
  }

  private static func count(_ minimum: Int?, _ maximum: Int?, _ one: String, _ many: String) -> String? {
    switch (minimum ?? 0, maximum) {
    case (0, nil): nil
    case (1, nil): "Not empty."
    case (let least, nil): "At least \(least) \(many)."
    case (0, let most?): "At most \(most) \(most == 1 ? one : many)."
    case (let least, let most?) where least == most: "Exactly \(most) \(most == 1 ? one : many)."
    case (let least, let most?): "\(least) to \(most) \(many)."
    }
  }
}

extension SchemaIndex {
  /// The summary of the type that a value without its own documentation has, or its elements.
  func typeSummary(of schema: Schema) -> String? {
    guard let reference = schema.reference ?? schema[.items]?.reference else { return nil }
    return self[reference.text]?.documentation.summary
  }
}
