// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Desk

enum DeskTypes: ModuleTypes {
  static let module = "Desk"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(.self, [\.id, \.title, \.due, \.state]),
    ]
  }
}
