// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Shelf

enum ShelfTypes: ModuleTypes {
  static let module = "Shelf"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(.self, [\.isbn, \.pages]),
    ]
  }
}
