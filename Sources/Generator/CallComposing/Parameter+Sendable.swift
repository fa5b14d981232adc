import APIModel
import SchemaValues

extension Parameter {
  /// Whether no element contains the list's separator, and a path value is a single segment.
  package func isSendable(_ value: Literal) -> Bool {
    if location == .path, [.string(""), .string("."), .string(".."), .array([])].contains(value) {
      return mayBeEmpty && value == .string("")
    }
    if style != nil || keepsReserved { return StyledText(parameter: self, value: value).isUnambiguous }
    guard case .array(let items) = value, case .separated(let separator) = listStyle else { return true }
    return !items.contains { item in
      if case .string(let text) = item { text.contains(separator) } else { false }
    }
  }
}
