// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import OpenAI

enum OpenAITypes: ModuleTypes {
  static let module = "OpenAI"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AssistantMessage.self, [\.role, \.toolCalls]),
      ModelType(ChatOptions.self, [\.model, \.messages, \.stop, \.tools, \.toolChoice, \.responseFormat, \.metadata]),
      UnionType(ChatOptions.Stop.self),
      UnionType(ChatOptions.ToolChoice.self),
      ModelType(Completion.self, [\.id, \.object, \.created, \.model, \.choices, \.usage]),
      ModelType(Completion.Choice.self, [\.index, \.message, \.finishReason]),
      ModelType(CompletionChunk.self, [\.id, \.object, \.created, \.model, \.choices]),
      ModelType(CompletionChunk.Choice.self, [\.index, \.delta, \.finishReason]),
      UnionType(ContentPart.self),
      ModelType(Delta.self, [\.role, \.toolCalls]),
      ModelType(Delta.ToolCallValue.self, [\.index, \.id, \.function]),
      ModelType(Delta.ToolCallValue.Function.self, [\.name, \.arguments]),
      ModelType(ImagePart.self, [\.type, \.imageURL]),
      ModelType(ImagePart.ImageURL.self, [\.url, \.detail]),
      UnionType(Message.self),
      ModelType(NamedTool.self, [\.type, \.function]),
      ModelType(NamedTool.Function.self, [\.name]),
      UnionType(ResponseFormatValue.self),
      ModelType(ResponseFormatValue.Text.self, [\.type]),
      ModelType(ResponseFormatValue.JSONObject.self, [\.type]),
      ModelType(ResponseFormatValue.JSONSchema.self, [\.type, \.jsonSchema]),
      ModelType(ResponseFormatValue.JSONSchema.JSONSchemaValue.self, [\.name, \.schema]),
      ModelType(ErrorBody.self, [\.error]),
      ModelType(ErrorBody.Error.self, [\.type, \.code, \.message, \.param]),
      ModelType(Event.self, [\.object, \.id, \.type, \.createdAt, \.data]),
      ModelType(Event.DataValue.self, [\.id]),
      ModelType(File.self, [\.id, \.object, \.bytes, \.createdAt, \.expiresAt, \.filename, \.purpose]),
      ModelType(SystemMessage.self, [\.role, \.content, \.name]),
      ModelType(TextPart.self, [\.type, \.text]),
      ModelType(Tool.self, [\.type, \.function]),
      ModelType(Tool.Function.self, [\.name, \.description, \.parameters]),
      ModelType(ToolCall.self, [\.type, \.id, \.function]),
      ModelType(ToolCall.Function.self, [\.name, \.arguments]),
      ModelType(ToolMessage.self, [\.role, \.content, \.toolCallID]),
      ModelType(Usage.self, [\.promptTokens, \.completionTokens, \.totalTokens]),
      ModelType(UserMessage.self, [\.role, \.content, \.name]),
      UnionType(UserMessage.Content.self),
      ModelType(EmbedRequest.Payload.self, [\.model, \.input, \.dimensions]),
      UnionType(EmbedRequest.Payload.Input.self),
      ModelType(EmbedRequest.Response.self, [\.data, \.model, \.usage]),
      ModelType(EmbedRequest.Response.Embedding.self, [\.index, \.embedding]),
      ModelType(EmbedRequest.Response.UsageValue.self, [\.promptTokens, \.totalTokens]),
      ModelType(StreamChatRequest.Payload.self, [\.model, \.messages, \.stop, \.tools, \.toolChoice, \.responseFormat, \.metadata, \.stream, \.streamOptions]),
      ModelType(StreamChatRequest.Payload.StreamOptions.self, [\.includeUsage]),
      ModelType(ListFilesRequest.Response.self, [\.data, \.hasMore]),
      ModelType(SpeakRequest.Payload.self, [\.model, \.input, \.voice, \.responseFormat, \.speed]),
      ModelType(TranscribeRequest.JSONValueResponse.self, [\.text]),
    ]
  }
}
