import WGNAPISupport

/// Which fields of a model are asked for, and of the models within it, by their wire names.
///
/// It is made by the methods of requests that take key paths (``SelectableRequest/selecting(_:extra:)``), and tells
/// reading what to expect.
public final class FieldSelection: Hashable, Sendable {
  /// What is asked for where nothing is said of a field.
  package enum Rule: Hashable, Sendable {
    /// Nothing at all, the field itself included.
    case nothing
    /// Only the fields that are named.
    case named
    /// All fields but the extra ones.
    case all
  }

  package let rule: Rule
  /// What is said of fields by name.
  package let fields: [String: FieldSelection]
  /// Whether nothing of the model is left out but extra fields, so that it is read as any other value.
  package let isWhole: Bool
  /// What is made of it for a model's table, such as how the selected fields are kept.
  package let derived = Derived()

  package init(_ rule: Rule, _ fields: [String: FieldSelection] = [:]) {
    self.rule = rule
    self.fields = fields
    isWhole = rule == .all && fields.values.allSatisfy(\.isWhole)
  }

  /// All fields but the extra ones.
  public static let all = FieldSelection(.all)
  static let nothing = FieldSelection(.nothing)

  /// What is asked for of a field; nil where it isn't asked for.
  package func field(_ name: String, isExtra: Bool) -> FieldSelection? {
    if let field = fields[name] { return field.rule == .nothing ? nil : field }
    return rule == .all && !isExtra ? .all : nil
  }

  /// The same with what `change` makes of the field `name`.
  package func changing(_ name: String, _ change: (FieldSelection?) -> FieldSelection) -> FieldSelection {
    var fields = fields
    fields[name] = change(fields[name])
    return FieldSelection(rule, fields)
  }

  public static func == (left: FieldSelection, right: FieldSelection) -> Bool {
    left === right || (left.rule == right.rule && left.fields == right.fields)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(fields)
  }

  /// Values that are made once for each table of a model, whatever that is.
  package final class Derived: @unchecked Sendable {
    private let mutex = Mutex()
    private var values: [(table: AnyObject, value: AnyObject)] = []

    /// The value for a table, made if it isn't there.
    package func value<Value: AnyObject & Sendable>(for table: AnyObject, _ make: () -> Value) -> Value {
      mutex.withLock {
        // Within an answer a selection belongs to one model, but for `all`.
        for known in values where known.table === table {
          if let value = known.value as? Value { return value }
        }
        let value = make()
        values.append((table, value))
        return value
      }
    }
  }
}
