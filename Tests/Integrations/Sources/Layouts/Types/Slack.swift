// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Slack

enum SlackTypes: ModuleTypes {
  static let module = "Slack"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Envelope.self, [\.ok, \.error, \.warning, \.needed, \.provided, \.responseMetadata]),
      ModelType(Envelope.ResponseMetadata.self, [\.nextCursor, \.messages, \.warnings]),
      ModelType(AuthTestRequest.Response.self, [\.url, \.team, \.user, \.teamID, \.userID, \.botID]),
      ModelType(ConversationsListRequest.Response.self, [\.channels]),
      ModelType(ConversationsHistoryRequest.Response.self, [\.messages, \.hasMore, \.pinCount]),
      ModelType(ConversationsRepliesRequest.Response.self, [\.messages, \.hasMore]),
      ModelType(ConversationsLeaveRequest.Response.self, [\.notInChannel]),
      ModelType(UsersInfoRequest.Response.self, [\.user]),
      ModelType(Conversation.self, [\.id, \.created, \.name, \.user, \.isIm, \.isArchived, \.isGeneral, \.isMember, \.isPrivate, \.updated, \.topic, \.purpose, \.numMembers]),
      ModelType(ConversationText.self, [\.value, \.creator, \.lastSet]),
      ModelType(User.self, [\.id, \.teamID, \.name, \.deleted, \.realName, \.tz, \.isBot, \.updated, \.profile]),
      ModelType(User.Profile.self, [\.displayName, \.statusText, \.statusEmoji, \.email, \.image72]),
      ModelType(FilesGetUploadURLExternalRequest.Response.self, [\.uploadURL, \.fileID, \.uploadURL]),
      ModelType(FilesCompleteUploadExternalRequest.Payload.self, [\.files, \.channelID, \.threadTs, \.initialComment]),
      ModelType(FilesCompleteUploadExternalRequest.Payload.File.self, [\.id, \.title]),
      ModelType(FilesCompleteUploadExternalRequest.Response.self, [\.files]),
      ModelType(FilesCompleteUploadExternalRequest.Response.File.self, [\.id, \.title]),
      ModelType(ChatUpdateRequest.Payload.self, [\.channel, \.ts, \.text, \.blocks]),
      ModelType(ChatUpdateRequest.Response.self, [\.channel, \.ts, \.text]),
      ModelType(ChatDeleteRequest.Response.self, [\.channel, \.ts]),
      ModelType(NewMessage.self, [\.channel, \.text, \.blocks, \.threadTs, \.unfurlLinks, \.metadata]),
      ModelType(NewMessage.Metadata.self, [\.eventType, \.eventPayload]),
      ModelType(PostedMessage.self, [\.channel, \.ts, \.message]),
      ModelType(Message.self, [\.type, \.subtype, \.ts, \.text, \.user, \.botID, \.threadTs, \.replyCount, \.blocks, \.reactions, \.edited]),
      ModelType(Message.Reaction.self, [\.name, \.count, \.users]),
      ModelType(Message.Edited.self, [\.user, \.ts]),
      UnionType(Block.self),
      ModelType(SectionBlock.self, [\.type, \.blockID, \.text, \.fields]),
      ModelType(DividerBlock.self, [\.type, \.blockID]),
      ModelType(ImageBlock.self, [\.type, \.blockID, \.imageURL, \.altText]),
      ModelType(ContextBlock.self, [\.type, \.blockID, \.elements]),
      UnionType(ContextElement.self),
      ModelType(ImageElement.self, [\.type, \.imageURL, \.altText]),
      ModelType(HeaderBlock.self, [\.type, \.blockID, \.text]),
      ModelType(TextObject.self, [\.type, \.text, \.emoji, \.verbatim]),
    ]
  }
}
