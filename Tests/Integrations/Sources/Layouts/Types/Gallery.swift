// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Gallery

enum GalleryTypes: ModuleTypes {
  static let module = "Gallery"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Refusal.self, [\.reason]),
      ModelType(Plaque.self, [\.title]),
    ]
  }
}
