// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Chats

enum ChatsTypes: ModuleTypes {
  static let module = "Chats"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(UploadRequest.Response.self, [\.bytes]),
      ModelType(Chunk.self, [\.id, \.object, \.created, \.model, \.choices]),
      ModelType(Chunk.Choices.self, [\.index, \.delta, \.finishReason]),
      ModelType(Chunk.Choices.Delta.self, [\.role]),
    ]
  }
}
