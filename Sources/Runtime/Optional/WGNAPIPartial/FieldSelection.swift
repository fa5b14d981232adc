import WGNAPIJSON
import WGNAPISupport

/// A selection of the fields of a model and of the models in it, by wire name.
///
/// The methods of requests that accept key paths, such as `selecting(_:extra:)` of a `SelectableRequest`,
/// create it. It determines the fields that decoding expects.
public final class FieldSelection: SelectedFields, Hashable {
  /// The rule for fields that aren't named.
  package enum Rule: Hashable, Sendable {
    /// Selects nothing, not even the field itself.
    case nothing
    /// Selects only the named fields.
    case named
    /// Selects all fields except extra ones.
    case all
  }

  package let rule: Rule
  /// The selections for fields by name.
  package let fields: [String: FieldSelection]
  /// Whether only extra fields are missing from the model, so that it is read like any other value.
  package let isWhole: Bool
  /// Values derived for a model's table, such as the memory layout of the selected fields.
  package let derived = Derived()

  package init(_ rule: Rule, _ fields: [String: FieldSelection] = [:]) {
    self.rule = rule
    self.fields = fields
    isWhole = rule == .all && fields.values.allSatisfy(\.isWhole)
  }

  /// All fields except extra ones.
  package static let all = FieldSelection(.all)

  /// Returns the selection for a field; nil if it isn't selected.
  package func field(_ name: String, isExtra: Bool) -> FieldSelection? {
    if let field = fields[name] { return field.rule == .nothing ? nil : field }
    return rule == .all && !isExtra ? .all : nil
  }

  /// Returns the same selection with the result of `change` for the field `name`.
  package func changing(_ name: String, _ change: (FieldSelection?) -> FieldSelection) -> FieldSelection {
    var fields = fields
    fields[name] = change(fields[name])
    return FieldSelection(rule, fields)
  }

  public static func == (left: FieldSelection, right: FieldSelection) -> Bool {
    if left === right { return true }
    guard left.rule == right.rule, left.fields.count == right.fields.count else { return false }
    for (name, field) in left.fields where right.fields[name] != field { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(fields.count)
  }

  /// Values that are created once per table of a model.
  package final class Derived: @unchecked Sendable {
    private let mutex = Mutex()
    private var values: [(table: AnyObject, value: AnyObject)] = []

    /// Returns the value for a table, creating it if necessary.
    package func value<Value: AnyObject & Sendable>(for table: AnyObject, _ make: () -> Value) -> Value {
      mutex.withLock {
        // Within a response, a selection belongs to one model, except for `all`.
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
