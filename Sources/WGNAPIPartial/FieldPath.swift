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
  public subscript<Value: ModelContainer>(
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
