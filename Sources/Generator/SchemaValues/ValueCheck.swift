import APIModel
import Diagnostics

/// The violations found so far, and the current position.
struct ValueCheck {
  var violations: [ValueViolation] = []
  private(set) var path: [ValueStep] = []
  /// Whether keys without a property are violations.
  var findsUnknownKeys = false
  /// Whether values that open enumerations and unions don't list are violations.
  var findsUnlistedValues = false
  /// Whether values that are none of a union's alternatives are violations, unless it is said to be open.
  var findsUnlistedForms = false
  /// Whether the parts of the value are known to be valid.
  var trustsParts = false
  /// Whether the schema is a condition, as under `not`: its alternatives don't become types.
  var isCondition = false
  /// The only part that was changed after the value was found valid; nil if everything is to be checked.
  var focus: [ValueStep]?
  /// The position of the schema that is being checked.
  var span: SourceSpan?
  /// The depth in schemas that refer to one another for the same value.
  var depth = 0
  static let deepest = 100

  /// - Parameter place: the position in the spec; nil if it is the schema's own.
  mutating func add(_ keyword: String, _ message: String, at place: SourceSpan? = nil) {
    guard violations.count < 100 else { return }
    violations.append(.init(path: path, keyword: keyword, message: message, span: place ?? span))
  }

  /// Whether a part of the current value is, contains or is contained in the one that was changed.
  func mayAffect(_ step: ValueStep) -> Bool {
    guard let focus, path.count < focus.count else { return true }
    return focus[path.count] == step
  }

  mutating func enter(_ step: ValueStep, _ body: (inout ValueCheck) -> Void) {
    let outer = depth
    path.append(step)
    depth = 0
    body(&self)
    depth = outer
    path.removeLast()
  }

  /// Continues with another schema of the same value, unless the schemas form a cycle.
  mutating func descend(_ body: (inout ValueCheck) -> Void) {
    guard depth < Self.deepest else { return }
    depth += 1
    body(&self)
    depth -= 1
  }
}
