/// The keywords of a ``Constraint``, sorted by what they apply to.
///
/// An object, because constraints are passed on often. Created once, with the constraint.
final class ConstraintKeywords: Sendable {
  let keywords: [Constraint.Keyword]

  // For any value.
  let types: JSONTypes
  let listsValues: Bool
  /// Those of the keywords that apply to the value as a whole.
  let inPlace: [Constraint.Keyword]

  // For numbers.
  let numbers: NumberChecks?

  // For text.
  /// The bounds for the length in code points.
  let lengths: Bounds<Int>
  let texts: [any TextRule]

  // For arrays and objects.
  let items: [Constraint]
  let itemCounts: Bounds<Int>
  let isUnique: Bool
  let members: [Constraint]
  let names: [Constraint]
  let memberCounts: Bounds<Int>
  /// The keys that `required` and `dependentRequired` name; nil for none.
  let keys: KeyIndex?
  let keyCount: Int

  init(_ keywords: [Constraint.Keyword]) {
    self.keywords = keywords
    var types = JSONTypes.all
    var listsValues = false
    var inPlace: [Constraint.Keyword] = []
    var limits: [NumberLimit] = []
    var lengths = Bounds<Int>(lower: 0, upper: .max)
    var texts: [any TextRule] = []
    var (items, members, names): ([Constraint], [Constraint], [Constraint]) = ([], [], [])
    var (itemCounts, memberCounts) = (lengths, lengths)
    var isUnique = false
    var named = KeyCollection()
    for keyword in keywords {
      switch keyword.form {
      case .type(let admitted): types.formIntersection(admitted)
      case .enumeration, .const: listsValues = true
      case .limit(let limit): limits.append(limit)
      case .minLength(let count): lengths.lower = max(lengths.lower, count)
      case .maxLength(let count): lengths.upper = min(lengths.upper, count)
      case .pattern(let pattern): texts.append(pattern)
      case .format(_, let rule): texts += rule.map { [$0] } ?? []
      case .inText(let limits): texts.append(limits)
      case .items(let constraint): items.append(constraint)
      case .minItems(let count): itemCounts.lower = max(itemCounts.lower, count)
      case .maxItems(let count): itemCounts.upper = min(itemCounts.upper, count)
      case .uniqueItems: isUnique = true
      case .additionalProperties(let constraint): members.append(constraint)
      case .propertyNames(let constraint): names.append(constraint)
      case .minProperties(let count): memberCounts.lower = max(memberCounts.lower, count)
      case .maxProperties(let count): memberCounts.upper = min(memberCounts.upper, count)
      case .required(let needed): _ = named.indices(needed)
      case .dependentRequired(let entries):
        for (key, needed) in entries { _ = named.indices([key] + needed) }
      case .allOf, .anyOf, .oneOf, .not, .check: inPlace.append(keyword)
      }
    }
    (self.types, self.listsValues, self.inPlace) = (types, listsValues, inPlace)
    numbers = limits.isEmpty ? nil : NumberChecks(limits)
    (self.lengths, self.texts) = (lengths, texts)
    (self.items, self.itemCounts, self.isUnique) = (items, itemCounts, isUnique)
    (self.members, self.names, self.memberCounts) = (members, names, memberCounts)
    keyCount = named.texts.count
    keys = named.texts.isEmpty ? nil : KeyIndex(named.texts)
  }

  /// The numbers, or the lengths of text, that are certainly accepted among the values of a JSON type; nil if more than
  /// bounds are compared.
  func bounds(of type: JSONTypes) -> ScalarBounds? {
    guard types.isSuperset(of: type), !listsValues, inPlace.isEmpty else { return nil }
    if type == .string {
      return texts.isEmpty
        ? ScalarBounds(integers: Bounds(lower: Int64(lengths.lower), upper: Int64(lengths.upper))) : nil
    }
    guard let numbers else { return ScalarBounds() }
    // Integers of more than eighteen digits have the same bounds if these are 64-bit integers.
    return numbers.isRange ? ScalarBounds(integers: numbers.integers, doubles: numbers.doubles) : nil
  }
}

extension Constraint {
  /// The limits on the sizes of arrays and objects and on keys; nil if there are none. They also apply to a response with
  /// only some fields.
  package var containerLimits: Constraint? {
    let limits = keywords.compactMap { keyword -> Keyword? in
      switch keyword.form {
      case .minItems, .maxItems, .minProperties, .maxProperties, .propertyNames: return keyword
      case .items(let constraint): return constraint.containerLimits.map { .items($0) }
      case .additionalProperties(let constraint):
        return constraint.containerLimits.map { .additionalProperties($0) }
      case .allOf(let constraints):
        let all = constraints.compactMap(\.containerLimits)
        return all.isEmpty ? nil : .allOf(all)
      default: return nil
      }
    }
    if limits.isEmpty { return nil }
    return acceptsNull ? .nullable(Constraint(limits)) : Constraint(limits)
  }
}
