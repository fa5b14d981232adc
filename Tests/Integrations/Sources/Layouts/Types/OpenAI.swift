// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import OpenAI

enum OpenAITypes: ModuleTypes {
  static let module = "OpenAI"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(StreamChatRequest.Payload.self, [\.model, \.messages, \.stop, \.tools, \.toolChoice, \.responseFormat, \.metadata, \.stream, \.streamOptions]),
      ModelType(StreamChatRequest.Payload.StreamOptions.self, [\.includeUsage]),
      ModelType(EmbedRequest.Payload.self, [\.model, \.input, \.dimensions]),
      UnionType(EmbedRequest.Payload.Input.self),
      ModelType(EmbedRequest.Response.self, [\.data, \.model, \.usage]),
      ModelType(EmbedRequest.Response.Embedding.self, [\.index, \.embedding]),
      ModelType(EmbedRequest.Response.UsageValue.self, [\.promptTokens, \.totalTokens]),
      ModelType(ChatOptions.self, [\.model, \.messages, \.stop, \.tools, \.toolChoice, \.responseFormat, \.metadata]),
      UnionType(ChatOptions.Stop.self),
      UnionType(ChatOptions.ToolChoice.self),
      UnionType(Message.self),
      ModelType(SystemMessage.self, [\.role, \.content, \.name]),
      ModelType(UserMessage.self, [\.role, \.content, \.name]),
      UnionType(UserMessage.Content.self),
      ModelType(AssistantMessage.self, [\.role, \.toolCalls]),
      ModelType(ToolMessage.self, [\.role, \.content, \.toolCallID]),
      UnionType(ContentPart.self),
      ModelType(TextPart.self, [\.type, \.text]),
      ModelType(ImagePart.self, [\.type, \.imageURL]),
      ModelType(ImagePart.ImageURL.self, [\.url, \.detail]),
      ModelType(Tool.self, [\.type, \.function]),
      ModelType(Tool.Function.self, [\.name, \.description, \.parameters]),
      ModelType(NamedTool.self, [\.type, \.function]),
      ModelType(NamedTool.Function.self, [\.name]),
      ModelType(ToolCall.self, [\.type, \.id, \.function]),
      ModelType(ToolCall.Function.self, [\.name, \.arguments]),
      UnionType(ResponseFormatValue.self),
      ModelType(ResponseFormatValue.Text.self, [\.type]),
      ModelType(ResponseFormatValue.JSONObject.self, [\.type]),
      ModelType(ResponseFormatValue.JSONSchemaValue.self, [\.type, \.jsonSchema]),
      ModelType(ResponseFormatValue.JSONSchemaValue.JSONSchemaValueValue.self, [\.name, \.schema]),
      ModelType(Completion.self, [\.id, \.object, \.created, \.model, \.choices, \.usage]),
      ModelType(Completion.Choice.self, [\.index, \.message, \.finishReason]),
      ModelType(CompletionChunk.self, [\.id, \.object, \.created, \.model, \.choices]),
      ModelType(CompletionChunk.Choice.self, [\.index, \.delta, \.finishReason]),
      ModelType(Delta.self, [\.role, \.toolCalls]),
      ModelType(Delta.ToolCallValue.self, [\.index, \.id, \.function]),
      ModelType(Delta.ToolCallValue.Function.self, [\.name, \.arguments]),
      ModelType(Usage.self, [\.promptTokens, \.completionTokens, \.totalTokens]),
      ModelType(ErrorBody.self, [\.error]),
      ModelType(ErrorBody.Error.self, [\.type, \.code, \.message, \.param]),
      ModelType(ListFilesRequest.Response.self, [\.data, \.hasMore]),
      ModelType(TranscribeRequest.JSONValueResponse.self, [\.text]),
      ModelType(SpeakRequest.Payload.self, [\.model, \.input, \.voice, \.responseFormat, \.speed]),
      ModelType(File.self, [\.id, \.object, \.bytes, \.createdAt, \.expiresAt, \.filename, \.purpose]),
      ModelType(Event.self, [\.object, \.id, \.type, \.createdAt, \.data]),
      ModelType(Event.DataValue.self, [\.id]),
    ]
  }
}
