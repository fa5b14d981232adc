import WGNAPIClient
import WGNAPIJSON

/// A path from a model to one of its fields, possibly through other models. It is the root of key paths that
/// name fields: `\.statistics.all.wins` is a key path from a `FieldPath<Player>`.
///
/// Optionals, arrays and dictionaries need no notation: the counts in `boosters: [Int: Booster]?` are
/// `\.boosters.count`.
@dynamicMemberLookup
public struct FieldPath<Model: JSONModel> {
  let steps: FieldSteps

  /// The path to a field that contains a model.
  public subscript<Value: SelectableValue>(
    dynamicMember path: KeyPath<Model, Value>
  ) -> FieldPath<Value.PartialCoder.Model> {
    FieldPath<Value.PartialCoder.Model>(steps: steps.adding(path))
  }

  /// The path to a field that contains a value.
  public subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> FieldPathEnd {
    FieldPathEnd(steps: steps.adding(path))
  }
}

/// The end of a ``FieldPath``: a field that doesn't contain a model.
public struct FieldPathEnd {
  let steps: FieldSteps
}

/// Key paths of fields, such as `[\.nickname, \.statistics.all.wins]`.
public typealias FieldPaths<Model: JSONModel> = [PartialKeyPath<FieldPath<Model>>]

/// A selection of a model's fields.
///
/// ```swift
/// fields: [\.nickname, \.statistics.all.wins]     // these
/// fields: .excluding([\.statistics])              // all but these
/// fields: .all                                    // all, for use with extra fields
/// ```
public struct Fields<Model: JSONModel>: Hashable, Sendable, ExpressibleByArrayLiteral {
  let paths: [FieldSteps]
  let isExclusion: Bool

  /// Selects only these fields.
  public init(_ paths: FieldPaths<Model>) {
    self.paths = FieldSteps.of(paths)
    isExclusion = false
  }

  /// Selects only these fields.
  public init(arrayLiteral paths: PartialKeyPath<FieldPath<Model>>...) { self.init(paths) }

  private init(excluding paths: FieldPaths<Model>) {
    self.paths = FieldSteps.of(paths)
    isExclusion = true
  }

  /// Selects all fields except these and extra ones.
  public static func excluding(_ paths: FieldPaths<Model>) -> Fields { Fields(excluding: paths) }

  /// Selects all fields except extra ones.
  public static var all: Fields { Fields(excluding: []) }
}

/// A path of wire names.
struct FieldSteps: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let name: String
    let isExtra: Bool
  }

  private(set) var steps: [Step] = []
  /// The reason why the path names no field; nil if it names one.
  private(set) var problem: String?

  /// The names joined with dots, as sent.
  var text: String { steps.map(\.name).joined(separator: ".") }

  func adding<Model: JSONModel, Value>(_ path: KeyPath<Model, Value>) -> FieldSteps {
    var copy = self
    guard problem == nil else { return copy }
    let table = Model.layout.table
    if let index = Model.index(of: path), let name = table.name(at: index) {
      copy.steps.append(Step(name: name, isExtra: table.isExtra(index)))
    } else {
      let place = steps.isEmpty ? "" : " after '\(text)'"
      copy.problem = "the key path \(path)\(place) isn't a field of \(Model.self)"
    }
    return copy
  }

  static func of<Model>(_ paths: FieldPaths<Model>) -> [FieldSteps] {
    let root = FieldPath<Model>(steps: FieldSteps())
    return paths.map { path in
      let end = root[keyPath: path]
      var steps = (end as? FieldPathEnd)?.steps ?? (end as? any FieldPathProtocol)?.steps ?? FieldSteps()
      if steps.steps.isEmpty, steps.problem == nil {
        steps.problem = "the key path \(path) isn't a field of \(Model.self)"
      }
      return steps
    }
  }

  /// Returns whether `other` is this path or a path below it.
  func contains(_ other: FieldSteps) -> Bool { other.steps.starts(with: steps) }
}

/// A ``FieldPath`` of any model.
private protocol FieldPathProtocol {
  var steps: FieldSteps { get }
}

extension FieldPath: FieldPathProtocol {}

/// The fields and extra fields of a request: in the form to send, as a selection for decoding, and with their
/// errors.
struct FieldRequest: Hashable, Sendable {
  /// The names to send as fields, without the exclusion prefix; empty means all fields.
  let fields: [String]
  let isExclusion: Bool
  /// The names to send as extra fields.
  let extra: [String]
  let selection: FieldSelection
  /// The errors of paths that name no field.
  let problems: [String]

  init<Model>(_ fields: Fields<Model>, extra: FieldPaths<Model> = []) {
    let extraPaths = FieldSteps.of(extra)
    let isEmpty = !fields.isExclusion && fields.paths.isEmpty && extraPaths.isEmpty
    // An empty list would ask for everything.
    problems =
      (fields.paths + extraPaths).compactMap(\.problem)
      + (isEmpty ? ["no fields are requested; use '.all' to request all of them"] : [])
    isExclusion = fields.isExclusion
    let named = fields.isExclusion ? [] : fields.paths
    let asked = Self.merged(named.compactMap(\.extraField) + extraPaths)
    // If fields are listed, extra fields must be among them, too.
    let listed = Self.merged(fields.isExclusion ? fields.paths : fields.paths + extraPaths)
    self.fields = listed.map(\.text)
    self.extra = asked.map(\.text)

    var selection = FieldSelection(fields.isExclusion ? .all : .named)
    for path in listed {
      selection = selection.adding(path.steps[...], fields.isExclusion ? .nothing : .all)
    }
    for path in extraPaths { selection = selection.adding(path.steps[...], .all) }
    self.selection = selection
  }

  /// Creates the request for the fields of a slice.
  init(fields: [String], extra: [String]) {
    self.fields = fields
    self.extra = extra
    isExclusion = false
    selection = .all
    problems = []
  }

  /// Returns the paths without duplicates, and without parts of paths that are listed as a whole.
  private static func merged(_ paths: [FieldSteps]) -> [FieldSteps] {
    var merged: [FieldSteps] = []
    for path in paths where path.problem == nil && !merged.contains(where: { $0.contains(path) }) {
      merged.removeAll { path.contains($0) }
      merged.append(path)
    }
    return merged
  }

  /// Returns the violations of an endpoint's policy.
  func violations(_ policy: PartialPolicy?) -> [Violation] {
    guard let policy else {
      return [violation("", "partial", "the endpoint has no parameter that takes a list of fields")]
    }
    let name = policy.fieldsParameter
    var violations = problems.map { violation(name, "fields", $0) }
    if isExclusion, !fields.isEmpty, policy.exclusionPrefix == nil {
      violations.append(violation(name, "fields", "the endpoint can't leave fields out"))
    }
    if !extra.isEmpty, policy.extraParameter == nil {
      let list = extra.joined(separator: ", ")
      violations.append(violation(name, "fields", "the endpoint doesn't have extra fields such as \(list)"))
    }
    let lists = [(name, fields), (policy.extraParameter ?? name, extra)]
    for (name, list) in lists {
      if let maximum = policy.maximum, list.count > maximum {
        violations.append(
          violation(
            name, "maxItems", "\(list.count) field\(list.count == 1 ? "" : "s"), at most \(maximum) allowed"))
      }
    }
    return violations
  }

  private func violation(_ name: String, _ keyword: String, _ message: String) -> Violation {
    Violation(
      instanceLocation: name.isEmpty ? "" : "/\(name)", keyword: keyword, message: message, byteOffset: 0)
  }
}

extension FieldSteps {
  /// The path to the extra field that this path names or leads through; nil if there is none.
  fileprivate var extraField: FieldSteps? {
    guard let last = steps.lastIndex(where: \.isExtra) else { return nil }
    return FieldSteps(steps: Array(steps[...last]))
  }
}

extension FieldSelection {
  /// Returns the selection with a rule for another field.
  fileprivate func adding(_ steps: ArraySlice<FieldSteps.Step>, _ rule: Rule) -> FieldSelection {
    guard let step = steps.first else {
      // A field that is selected as a whole keeps the rules for its extra fields.
      return rule == .all && self.rule == .all ? self : FieldSelection(rule)
    }
    let isComing = self.rule == .all && !step.isExtra
    // Nothing needs to be excluded from a field that isn't selected.
    if rule == .nothing, !isComing, fields[step.name] == nil { return self }
    return changing(step.name) { inner in
      (inner ?? FieldSelection(isComing ? .all : .named)).adding(steps.dropFirst(), rule)
    }
  }
}
