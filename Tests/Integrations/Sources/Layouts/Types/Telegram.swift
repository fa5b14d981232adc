// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Telegram

enum TelegramTypes: ModuleTypes {
  static let module = "Telegram"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Envelope.self, [\.ok, \.errorCode, \.description, \.parameters]),
      ModelType(Envelope.Parameters.self, [\.retryAfter, \.migrateToChatID]),
      ModelType(SendMessageRequest.Payload.self, [\.chatID, \.text, \.parseMode, \.disableNotification, \.replyParameters, \.replyMarkup]),
      ModelType(SendMessageRequest.Payload.ReplyParameters.self, [\.messageID, \.quote]),
      UnionType(ChatID.self),
      ModelType(FileProblem.self, [\.ok, \.errorCode, \.description]),
      ModelType(User.self, [\.id, \.isBot, \.firstName, \.lastName, \.username, \.languageCode]),
      ModelType(Chat.self, [\.id, \.type, \.title, \.username]),
      ModelType(Message.self, [\.messageID, \.from, \.chat, \.date, \.text, \.caption, \.photo, \.document]),
      ModelType(PhotoSize.self, [\.fileID, \.fileUniqueID, \.width, \.height, \.fileSize]),
      ModelType(Document.self, [\.fileID, \.fileUniqueID, \.fileName, \.mimeType, \.fileSize]),
      ModelType(File.self, [\.fileID, \.fileUniqueID, \.fileSize, \.filePath]),
      ModelType(Update.self, [\.updateID, \.callbackQuery]),
      ModelType(Update.CallbackQuery.self, [\.id, \.from, \.data]),
      UnionType(ReplyMarkup.self),
      ModelType(ReplyMarkup.InlineKeyboard.self, [\.inlineKeyboard]),
      ModelType(ReplyMarkup.Keyboard.self, [\.keyboard, \.oneTimeKeyboard]),
      ModelType(ReplyMarkup.Keyboard.Button.self, [\.text]),
      ModelType(ReplyMarkup.ForceReply.self, [\.forceReply]),
      ModelType(InlineButton.self, [\.text, \.url, \.callbackData]),
    ]
  }
}
