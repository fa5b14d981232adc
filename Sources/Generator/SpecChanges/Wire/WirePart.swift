import APIModel
import Diagnostics
import SchemaValues

/// Compares what two versions say about one value, without its properties and elements.
struct WirePart {
  typealias Finding = (verdict: WireChange.Verdict, message: String)

  let written: WireValue
  let read: WireValue
  let direction: WireChange.Direction
  let medium: WireMedium
  /// Interprets schemas of the reader.
  let checker: ValueChecker
  let unchanged: UnchangedSchemas
  private(set) var findings: [Finding] = []
  /// Whether the reader accepts none of the written values.
  private(set) var isOfOtherType = false

  init(
    written: WireValue, read: WireValue, _ direction: WireChange.Direction, _ medium: WireMedium,
    _ checker: ValueChecker, _ unchanged: UnchangedSchemas
  ) {
    (self.written, self.read, self.direction, self.medium) = (written, read, direction, medium)
    (self.checker, self.unchanged) = (checker, unchanged)
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

  /// Compares everything but null.
  mutating func compareValues() {
    // Nothing is written.
    if written.schema.isNever {
      isOfOtherType = true
      return
    }
    if read.schema.isNever {
      isOfOtherType = true
      return addViolation(.breaks, "isn't accepted")
    }
    if compareListedValues() { return }
    compareTypes()
    guard !isOfOtherType else { return }
    compareForms()
    compareFormats()
    if valuesWritten == nil {
      if valuesRead != nil { addRestricted("may have values other than those listed") }
      compareLimits()
    }
    compareConditions()
  }

  /// Whether any value is read, and only violates constraints.
  var readsAnything: Bool { direction == .response && read.isReadAsJSON }

  // MARK: Types

  mutating func compareNull(_ role: WireRole) {
    // Outside of JSON, null isn't sent.
    guard !medium.isText, written.mayBeNull, !read.acceptsNull, !read.lenience.contains(.nullAsAbsent) else {
      return
    }
    let isRead = direction == .response && (role == .optionalProperty || read.isReadAsJSON)
    let message = "\(role.subject)may be null"
    if isRead { addViolation(.mayBreak, message) } else { add(.mayBreak, message) }
  }

  static func words(_ types: Set<JSONType>) -> String {
    (types.count > 5 ? ["anything"] : types.map(\.rawValue).sorted()).joined(separator: " or ")
  }

  private mutating func compareTypes() {
    // The alternatives of unions are compared one by one.
    guard !written.isUnion || readsAnything, !read.isUnion else { return }
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
    let message =
      direction == .request
      ? "is sent as \(Self.words(own)), and expected as \(Self.words(known))"
      : "is sent as \(Self.words(own)), and the app reads \(Self.words(known))"
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
}
