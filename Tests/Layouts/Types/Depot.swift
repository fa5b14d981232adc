// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Depot

enum DepotTypes: ModuleTypes {
  static let module = "Depot"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Color.self, [\.r, \.g, \.b]),
      ModelType(Filter.self, [\.name, \.price, \.tags]),
      ModelType(Filter.Price.self, [\.gte, \.lt]),
      ModelType(Note.self, [\.title, \.tags]),
      ModelType(Period.self, [\.gte, \.lt]),
      ModelType(Seen.self, [\.seen]),
      UnionType(When.self),
      ModelType(ChatRequest.Payload.self, [\.model, \.stream, \.format]),
      ModelType(PostRequest.MergePatchJSONPayload.self, [\.title]),
    ]
  }
}
