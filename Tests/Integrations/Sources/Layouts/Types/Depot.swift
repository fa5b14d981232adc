// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Depot

enum DepotTypes: ModuleTypes {
  static let module = "Depot"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(PostRequest.MergePatchJSONPayload.self, [\.title]),
      ModelType(Note.self, [\.title, \.tags]),
      ModelType(Seen.self, [\.seen]),
      ModelType(BeatRequest.Payload.self, [\.number, \.count]),
      ModelType(ChatRequest.Payload.self, [\.model, \.stream, \.format]),
      ModelType(Sieve.self, [\.tags, \.sizes, \.words]),
      ModelType(Color.self, [\.r, \.g, \.b]),
      ModelType(Filter.self, [\.name, \.price, \.tags]),
      ModelType(Filter.Price.self, [\.gte, \.lt]),
      ModelType(Period.self, [\.gte, \.lt]),
      UnionType(When.self),
    ]
  }
}
