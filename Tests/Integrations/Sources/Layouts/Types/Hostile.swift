// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Hostile

enum HostileTypes: ModuleTypes {
  static let module = "Hostile"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Object.self, [\.letX, \.quoted, \.inter, \.lineNbreak, \.ifOSLinux, \.initX, \.initValue, \.comment, \.u0, \.available, \.rocket]),
      ModelType(Fault.self, [\.fatalError, \.abort]),
      ModelType(Card.self, [\.letX, \.quoted, \.inter, \.initX, \.initValue]),
    ]
  }
}
