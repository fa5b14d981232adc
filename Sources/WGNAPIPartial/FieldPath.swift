import WGNAPIJSON

/// A way from a model to one of its fields, through the models between, for key paths that name fields:
/// `\.statistics.all.wins` is a key path from a `FieldPath<Player>`.
///
/// It goes through optionals, lists and maps without a sign: of `boosters: [Int: Booster]?` the counts are
/// `\.boosters.count`.
@dynamicMemberLookup
public struct FieldPath<Model: JSONModel> {
  let steps: FieldSteps

  /// A field that holds a model.
  public subscript<Value: ModelContainer>(
    dynamicMember path: KeyPath<Model, Value>
  ) -> FieldPath<Value.PartialCoder.Model> {
    FieldPath<Value.PartialCoder.Model>(steps: steps.adding(path))
  }

  /// A field that holds a value.
  public subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> FieldPathEnd {
    FieldPathEnd(steps: steps.adding(path))
  }
}

/// The end of a ``FieldPath``: a field that holds no model.
public struct FieldPathEnd {
  let steps: FieldSteps
}

/// Key paths of fields, as in `[\.nickname, \.statistics.all.wins]`.
public typealias FieldPaths<Model: JSONModel> = [PartialKeyPath<FieldPath<Model>>]

/// Which fields of a model an answer is to have.
///
/// ```swift
/// fields: [\.nickname, \.statistics.all.wins]     // these
/// fields: .excluding([\.statistics])              // all but these
/// fields: .all                                    // all, which is of use with extra ones
/// ```
public struct Fields<Model: JSONModel>: Hashable, Sendable, ExpressibleByArrayLiteral {
  let paths: [FieldSteps]
  let isExclusion: Bool

  /// These fields only.
  public init(_ paths: FieldPaths<Model>) {
    self.paths = FieldSteps.of(paths)
    isExclusion = false
  }

  /// These fields only.
  public init(arrayLiteral paths: PartialKeyPath<FieldPath<Model>>...) { self.init(paths) }

  private init(excluding paths: FieldPaths<Model>) {
    self.paths = FieldSteps.of(paths)
    isExclusion = true
  }

  /// All fields but these, and but the extra ones.
  public static func excluding(_ paths: FieldPaths<Model>) -> Fields { Fields(excluding: paths) }

  /// All fields but the extra ones.
  public static var all: Fields { Fields(excluding: []) }
}

/// A path as wire names.
struct FieldSteps: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let name: String
    let isExtra: Bool
  }

  private(set) var steps: [Step] = []
  /// Why the path names no field, if it doesn't.
  private(set) var problem: String?

  /// The names with dots between, as they are sent.
  var text: String { steps.map(\.name).joined(separator: ".") }

  func adding<Model: JSONModel, Value>(_ path: KeyPath<Model, Value>) -> FieldSteps {
    var copy = self
    guard problem == nil else { return copy }
    let table = Model.layout.table
    if let index = Model.index(of: path), let name = table.name(at: index) {
      copy.steps.append(Step(name: name, isExtra: table.isExtra(index)))
    } else {
      let place = steps.isEmpty ? "" : " after '\(text)'"
      copy.problem = "the key path \(path)\(place) is that of no field of \(Model.self)"
    }
    return copy
  }

  static func of<Model>(_ paths: FieldPaths<Model>) -> [FieldSteps] {
    let root = FieldPath<Model>(steps: FieldSteps())
    return paths.map { path in
      let end = root[keyPath: path]
      var steps = (end as? FieldPathEnd)?.steps ?? (end as? any FieldPathProtocol)?.steps ?? FieldSteps()
      if steps.steps.isEmpty, steps.problem == nil {
        steps.problem = "the key path \(path) is that of no field of \(Model.self)"
      }
      return steps
    }
  }

  /// Whether `other` is this path or one below it.
  func contains(_ other: FieldSteps) -> Bool { other.steps.starts(with: steps) }
}

/// A ``FieldPath`` of any model.
private protocol FieldPathProtocol {
  var steps: FieldSteps { get }
}

extension FieldPath: FieldPathProtocol {}
