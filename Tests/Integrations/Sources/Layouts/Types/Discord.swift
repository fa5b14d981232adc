// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Discord

enum DiscordTypes: ModuleTypes {
  static let module = "Discord"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(ErrorBody.self, [\.code, \.message, \.errors]),
      ModelType(FieldErrors.self, [\.errors, \.additionalProperties]),
      ModelType(FieldErrors.Mistake.self, [\.code, \.message]),
      ModelType(RateLimited.self, [\.message, \.code, \.retryAfter, \.global]),
      UnionType(Interaction.self),
      ModelType(Ping.self, [\.type, \.id, \.applicationID]),
      ModelType(CommandUse.self, [\.id, \.applicationID, \.token, \.channelID, \.user, \.member, \.type, \.data, \.token]),
      ModelType(CommandUse.Member.self, [\.user, \.roles]),
      ModelType(CommandUse.DataValue.self, [\.id, \.name, \.options]),
      ModelType(CommandUse.DataValue.Option.self, [\.name, \.type, \.value]),
      UnionType(CommandUse.DataValue.Option.ValueValue.self),
      ModelType(ComponentUse.self, [\.id, \.applicationID, \.token, \.channelID, \.user, \.member, \.type, \.data, \.token]),
      ModelType(ComponentUse.Member.self, [\.user, \.roles]),
      ModelType(ComponentUse.DataValue.self, [\.customID, \.componentType, \.values]),
      ModelType(Message.self, [\.id, \.channelID, \.type, \.content, \.author, \.timestamp, \.editedTimestamp, \.pinned, \.attachments, \.embeds, \.nonce, \.reactions]),
      UnionType(Message.Nonce.self),
      ModelType(Message.Reaction.self, [\.count, \.me, \.emoji]),
      ModelType(Emoji.self, [\.id, \.name, \.animated]),
      ModelType(User.self, [\.id, \.username, \.globalName, \.avatar, \.bot]),
      ModelType(Attachment.self, [\.id, \.filename, \.size, \.url, \.contentType]),
      ModelType(Embed.self, [\.title, \.description, \.url, \.color, \.fields]),
      ModelType(Embed.Field.self, [\.name, \.value, \.inline]),
      ModelType(NewMessage.self, [\.content, \.embeds, \.stickerIDs, \.attachments, \.tts, \.messageReference, \.allowedMentions]),
      ModelType(NewMessage.Attachments.self, [\.id, \.filename, \.description]),
      ModelType(NewMessage.MessageReference.self, [\.messageID, \.failIfNotExists]),
      ModelType(NewMessage.AllowedMentions.self, [\.parse, \.repliedUser]),
    ]
  }
}
