// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Depot

enum DepotTypes: ModuleTypes {
  static let module = "Depot"

  // Some are deprecated, which is no matter here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Seen.self, [\.seen]),
      ModelType(ChatRequest.Payload.self, [\.model, \.stream, \.format]),
    ]
  }
}
