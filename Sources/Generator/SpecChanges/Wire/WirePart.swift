import APIModel
import Diagnostics
import SchemaValues

/// What two versions say of one value, apart from its parts.
struct WirePart {
  let written: WireValue
  let read: WireValue
  let direction: WireChange.Direction
  let medium: WireMedium
  /// Whether the value is that of a property that may be absent, which reads null as nil.
  var isOptional = false
  private(set) var findings: [(verdict: WireChange.Verdict, message: String)] = []
  /// Whether no value of the one is one of the other.
  private(set) var isOfOtherType = false

  init(
    written: WireValue, read: WireValue, _ direction: WireChange.Direction, _ medium: WireMedium,
    isOptional: Bool
  ) {
    (self.written, self.read, self.direction, self.medium) = (written, read, direction, medium)
    self.isOptional = isOptional
  }

  mutating func add(_ verdict: WireChange.Verdict, _ message: String) { findings.append((verdict, message)) }

  /// Adds what a reader refuses only if it refuses violations.
  mutating func addViolation(_ verdict: WireChange.Verdict, _ message: String) {
    if medium.refusesViolations {
      add(verdict, message)
    } else {
      add(.mayBreak, "\(message) (only with strict validation)")
    }
  }

  mutating func compareValues() {
    compareNull()
    if read.schema.isNever {
      isOfOtherType = true
      return addViolation(.breaks, "isn't accepted")
    }
    compareTypes()
    guard !isOfOtherType else { return }
    compareForms()
    compareFormats()
    compareLists()
    compareLimits()
    compareOthers()
  }

  /// Whether any value is read, and only violates constraints.
  private var readsAnything: Bool { direction == .response && read.isReadAsJSON }

  // MARK: Types

  mutating func compareNull() {
    // Outside of JSON, null isn't sent.
    guard !medium.isText, written.mayBeNull, !read.acceptsNull, !read.lenience.contains(.nullAsAbsent) else {
      return
    }
    let isRead = direction == .response && (isOptional || read.isReadAsJSON)
    if isRead { addViolation(.mayBreak, "may be null") } else { add(.mayBreak, "may be null") }
  }

  private mutating func compareTypes() {
    // The alternatives of unions are compared one by one.
    guard !written.isUnion, !read.isUnion else { return }
    var (own, known) = (written.types, read.types)
    if direction == .request, written.writesNumbersAsText, !own.isDisjoint(with: [.integer, .number]) {
      own.subtract([.integer, .number])
      own.insert(.string)
    }
    if read.readsNumbersInText, known.contains(.integer) { known.insert(.string) }
    if read.lenience.contains(.emptyListAsMap) { known.insert(.array) }
    if read.lenience.contains(.singleAsList) { known = Set(JSONType.allCases) }
    if direction == .response, read.schema.format == .flag { known.insert(.boolean) }
    if medium.isText, known.contains(.string) { known.formUnion([.boolean, .integer, .number]) }
    if own.isEmpty || own.isSubset(of: known) { return }
    func words(_ types: Set<JSONType>) -> String {
      (types.count > 4 ? ["anything"] : types.map(\.rawValue).sorted()).joined(separator: " or ")
    }
    let message =
      direction == .request
      ? "is sent as \(words(own)), and expected as \(words(known))"
      : "is sent as \(words(own)), and the app reads \(words(known))"
    if readsAnything { return addViolation(.mayBreak, message) }
    // Some texts are numbers.
    let mayBeText =
      medium.isText && own.contains(.string) && !known.isDisjoint(with: [.integer, .number, .boolean])
    isOfOtherType = own.isDisjoint(with: known) && !mayBeText
    add(isOfOtherType ? .breaks : own.count > 4 ? .cantTell : .mayBreak, message)
  }

  /// Irregular forms of JSON. Services may write all that their specs list; clients write only numbers as texts.
  private mutating func compareForms() {
    let hasNumbers = !written.types.isDisjoint(with: [.integer, .number])
    guard direction == .response else {
      if !medium.isText, hasNumbers, read.lenience.contains(.numberAsString), !written.writesNumbersAsText {
        add(.mayBreak, "is sent as a number, and expected as a text with one")
      }
      return
    }
    guard !readsAnything else { return }
    let readsText = read.types.contains(.string)
    for form in Lenience.allCases where written.lenience.contains(form) && !read.lenience.contains(form) {
      switch form {
      case .numberInString, .numberAsString:
        if hasNumbers, !read.readsNumbersInText, !readsText, !medium.isText {
          add(.mayBreak, "may be a number in a text")
        }
      case .emptyListAsMap: add(.mayBreak, "may be an empty list")
      case .singleAsList: add(.mayBreak, "may be a single element")
      case .nullAsAbsent: if !read.acceptsNull { addViolation(.mayBreak, "may be null") }
      case .emptyAsNull:
        switch read.schema.format {
        case .uri, .uuid, .date, .dateTime: addViolation(.mayBreak, "may be an empty text")
        default: if !readsText { add(.mayBreak, "may be an empty text") }
        }
      }
    }
  }

  // MARK: Enumerations

  /// The only values; nil for any. A service accepts what is listed, and clients keep values of open enumerations.
  ///
  /// - Returns: the values, and whether another one is only a violation.
  private func values(_ value: WireValue, isReader: Bool) -> (values: [Literal], isConstraint: Bool)? {
    if let const = value.schema.const { return ([const], true) }
    guard let enumeration = value.schema.enumeration else { return nil }
    let hasType = enumeration.base != nil
    if isReader, direction == .response, hasType, value.schema.isOpen != false { return nil }
    return (enumeration.cases.map(\.value), !hasType)
  }

  private func isSame(_ value: Literal, _ other: Literal) -> Bool {
    value.isEqual(to: other) || medium.isText && value.text == other.text
  }

  private mutating func compareLists() {
    guard let known = values(read, isReader: true) else { return }
    func found(_ verdict: WireChange.Verdict, _ message: String) {
      if known.isConstraint { addViolation(verdict, message) } else { add(verdict, message) }
    }
    guard let own = values(written, isReader: false) else {
      return found(.mayBreak, "may have values other than those listed")
    }
    let others = own.values.filter { value in
      !known.values.contains { isSame(value, $0) } && !(value == .null && read.acceptsNull)
    }
    guard !others.isEmpty else { return }
    let shown = others.prefix(3).map { "'\(abbreviate($0.text))'" }.joined(separator: ", ")
    found(
      others.count == own.values.count ? .breaks : .mayBreak,
      "may be \(shown)\(others.count > 3 ? " and others" : ""), which \(direction == .request ? "the service" : "the app") doesn't accept"
    )
  }

  /// The values are those of an enumeration, which were compared.
  var areListed: Bool { values(written, isReader: false) != nil && values(read, isReader: true) != nil }

  // MARK: Other keywords

  private mutating func compareOthers() {
    let (own, known) = (written.schema, read.schema)
    if let pattern = known.pattern, pattern != own.pattern {
      addViolation(.cantTell, "must match another pattern")
    }
    if known.array.uniqueItems, !own.array.uniqueItems { addViolation(.mayBreak, "may have equal elements") }
    func rest(_ schema: Schema) -> Schema {
      var rest = Schema(span: schema.span)
      for applicator in Applicator.allCases where ![.items, .additionalProperties].contains(applicator) {
        rest[applicator] = schema[applicator]
      }
      rest.object.patternProperties = schema.object.patternProperties
      rest.object.dependentRequired = schema.object.dependentRequired
      rest.object.dependentSchemas = schema.object.dependentSchemas
      rest.validator = nil
      return rest
    }
    let (before, after) = (rest(own), rest(known))
    if !after.meansTheSame(as: Schema(span: known.span)), !after.meansTheSame(as: before) {
      // The only pattern of a closed object gives its members their type.
      let areTyped =
        known[.additionalProperties]?.isNever == true && known.object.patternProperties.count == 1
      if areTyped {
        add(.cantTell, "has other conditions")
      } else {
        addViolation(.cantTell, "has other conditions")
      }
    }
    if known.validator != nil { addViolation(.cantTell, "is validated by a document") }
  }
}

extension Schema {
  /// Whether it accepts every value.
  var isAnything: Bool {
    keywords.isEmpty && reference == nil && !isNever && format == nil && ownType == nil
  }
}
