import APIModel
import SchemaValues

import struct WGNAPISupport.Redaction

extension Redaction {
  /// Returns a value with marks in place of secrets. It looks at whole texts, before anything escapes or cuts them.
  func hiding(in value: Literal) -> Literal {
    if secrets.isEmpty { return value }
    switch value {
    case .null, .boolean: return value
    case .number(let number): return self(number.text) == number.text ? value : .string(Self.mark)
    case .string(let text): return .string(self(text))
    case .array(let items): return .array(items.map { hiding(in: $0) })
    case .object(let members):
      return .object(members.map { .init(name: self($0.name), value: hiding(in: $0.value)) })
    }
  }

  /// Returns a path without keys that contain secrets.
  func hiding(in path: [ValueStep]) -> [ValueStep] {
    path.map { step in if case .key(let key) = step { .key(self(key)) } else { step } }
  }
}
