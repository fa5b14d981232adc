import APIModel
import Diagnostics

// Numbers in texts: with `lenient`, and as the keys of maps. JSON Schema limits numbers only, so what limits these is said once
// more.
extension SchemaExpression {
  /// The constraints on a number that may be in a text, besides its Swift type; nil if there are none.
  func ofNumbersInText(_ schema: Schema) -> SchemaLiteral? { numbersInText(schema).limits }

  /// - Returns: the constraints, and whether their conditions have more names than are written out.
  private func numbersInText(_ schema: Schema) -> (limits: SchemaLiteral?, isCrowded: Bool) {
    let forms = NumberForms(expressions: self, areAllTexts: false)
    var groups = [forms.keywords(of: schema)]
    var end = schema
    var seen: Set<String> = []
    // The type of a name in between reads no texts; from a lenient name on, the schemas say so themselves.
    while schema.isLenientNumber, let name = end.reference?.text, seen.insert(name).inserted,
      let next = names.index[name], !next.isLenientNumber
    {
      groups.append(forms.keywords(of: next))
      end = next
    }
    let base = constrained(seen.contains(end.reference?.text ?? "") ? nil : end.reference)
    return (joined(base, groups), forms.names.isExceeded)
  }

  /// The constraints on numbers that are the keys of a map, besides their Swift type; nil if there are none.
  func ofNumbersInKeys(_ keys: Schema) -> SchemaLiteral? { numbersInKeys(keys).limits }

  /// All constraints on integers that are the keys of a map, including their type.
  func integersInKeys(_ keys: Schema) -> SchemaLiteral {
    let form: [SchemaLiteral.Keyword] = [.pattern("^(0|-?[1-9][0-9]*)$")]
    let groups = NumberForms(expressions: self, areAllTexts: true).groups(of: keys, isPart: true)
    return joined(nil, [form] + groups) ?? .boolean(true)
  }

  private func numbersInKeys(_ keys: Schema) -> (limits: SchemaLiteral?, isCrowded: Bool) {
    let forms = NumberForms(expressions: self, areAllTexts: true)
    let groups = forms.groups(of: keys, isPart: false)
    return (joined(nil, groups), forms.names.isExceeded)
  }

  /// Reports limits that hold for JSON numbers only, because there are too many names in conditions.
  func reportCrowdedConditions(of schema: Schema, into sink: inout DiagnosticSink) {
    var crowded: [Schema] = []
    if readsNumbersInText(schema), numbersInText(schema).isCrowded { crowded.append(schema) }
    if let keys = integerKeys(of: schema), numbersInKeys(keys).isCrowded { crowded.append(keys) }
    for schema in crowded {
      sink.warning(
        .unsupportedSchema,
        "the conditions of this number name more than \(NameBudget.limit) types, counting names within them, so the limits of the "
          + "others hold for JSON numbers only, not for numbers in texts; repeat limits in place of names, or use fewer conditions",
        at: schema.span)
    }
  }
}

/// A schema of groups of keywords; nil if they are empty.
private func joined(_ base: SchemaLiteral?, _ groups: [[SchemaLiteral.Keyword]]) -> SchemaLiteral? {
  let groups = groups.filter { !$0.isEmpty }
  guard let first = groups.first else { return base }
  let others = groups.dropFirst().map(SchemaLiteral.keywords)
  return .keywords((base.map { [.ref($0)] } ?? []) + first + (others.isEmpty ? [] : [.list(.allOf, others)]))
}

/// Keywords for numbers, written so that they also limit numbers in texts.
private struct NumberForms {
  typealias Keyword = SchemaLiteral.Keyword

  let expressions: SchemaExpression
  /// Whether there are texts only.
  let areAllTexts: Bool
  let names = NameBudget()

  func keywords(of schema: Schema) -> [Keyword] { keywords(of: schema, isPart: false) }

  /// The keywords of a schema, and of each name in its chain of names.
  func groups(of schema: Schema, isPart: Bool) -> [[Keyword]] {
    var groups: [[Keyword]] = []
    var end: Schema? = schema
    var seen: Set<String> = []
    while let schema = end {
      groups.append(keywords(of: schema, isPart: isPart))
      end = schema.reference.flatMap {
        seen.insert($0.text).inserted ? expressions.names.index[$0.text] : nil
      }
    }
    return groups
  }

  /// - Parameter isPart: whether no Swift type says what the type is.
  private func keywords(of schema: Schema, isPart: Bool) -> [Keyword] {
    var result: [Keyword] = []
    var limits: [Keyword] = []
    var parts: [SchemaLiteral] = []
    for keyword in schema.keywords {
      switch keyword {
      case .limit(let limit, let number): limits.append(.limit(limit, number))
      case .type(let types)
      where types == [.integer] && schema.limits[.multipleOf] == nil && schema.const == nil
        && (isPart || schema.reference != nil):
        limits.append(.limit(.multipleOf, NumberText("1")))
      case .type(let types) where !types.contains { $0 == .integer || $0 == .number }:
        result.append(.type(types))
      case .type: break
      case .const(.number(let number)) where schema.limits.isEmpty: limits += Self.exactly(number)
      case .const(let value): parts.append(exactly(value))
      case .enumeration where hasOwnType(schema) && !isPart: break
      case .enumeration(let values): parts.append(.keywords([.list(.anyOf, values.map(exactly))]))
      case .list(.allOf, let schemas): parts += schemas.map(part)
      case .list(let applicator, let schemas): result.append(.list(applicator, schemas.map(part)))
      case .applied(let applicator, let schema) where applicator.isInPlace:
        result.append(.applied(applicator, part(schema)))
      default: result.append(keyword.map(expressions.full))
      }
    }
    if parts.count == 1, limits.isEmpty, result.isEmpty, case .keywords(let only) = parts[0] { return only }
    if !parts.isEmpty { result.append(.list(.allOf, parts)) }
    return both(limits) + result
  }

  private func hasOwnType(_ schema: Schema) -> Bool {
    if case .enumeration = expressions.names.index.shape(of: schema) { true } else { false }
  }

  private func part(_ schema: Schema) -> SchemaLiteral {
    let resolved = expressions.names.index.resolved(schema)
    // A name of something else says nothing about numbers.
    guard schema.reference == nil || isNumeric(resolved.schema), !schema.isNever else {
      return expressions.full(schema)
    }
    if schema.reference != nil, !names.spend() { return expressions.full(schema) }
    let all = joined(nil, groups(of: schema, isPart: true)) ?? .boolean(true)
    return resolved.isNullable ? .nullable(all) : all
  }

  /// Whether a schema accepts numbers and null only, apart from numbers in texts.
  private func isNumeric(_ schema: Schema) -> Bool {
    if [[.integer], [.number]].contains(schema.types) { return true }
    let types = ValueTypes(of: schema, in: expressions.names.index).types.subtracting([.null])
    return !types.isEmpty && types.isSubset(of: [.integer, .number])
  }

  /// The limits twice: for numbers, and for numbers in texts.
  private func both(_ limits: [Keyword]) -> [Keyword] {
    limits.isEmpty ? [] : (areAllTexts ? [] : limits) + [.inText(.keywords(limits))]
  }

  private static func exactly(_ number: NumberText) -> [Keyword] {
    [.limit(.minimum, number), .limit(.maximum, number)]
  }

  private func exactly(_ value: Literal) -> SchemaLiteral {
    guard case .number(let number) = value else { return .keywords([.const(value)]) }
    return .keywords(both(Self.exactly(number)))
  }
}

/// How many names in conditions are written out. Names within names would multiply without a limit; beyond it, they limit
/// numbers only, as other names do.
private final class NameBudget {
  static let limit = 200
  private var left = limit

  /// Whether there are more names than may be written out.
  var isExceeded: Bool { left < 0 }

  /// Returns whether one more name may be written out.
  func spend() -> Bool {
    left -= 1
    return left >= 0
  }
}

extension Schema {
  fileprivate var isLenientNumber: Bool { lenience.contains(where: \.isForNumbers) }
}
