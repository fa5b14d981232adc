// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Mastodon

enum MastodonTypes: ModuleTypes {
  static let module = "Mastodon"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AppsCreateRequest.Payload.self, [\.clientName, \.redirectURIs, \.scopes, \.website]),
      ModelType(AppsVerifyCredentialsRequest.Response.self, [\.name, \.website, \.scopes]),
      ModelType(Application.self, [\.id, \.name, \.website, \.scopes, \.redirectURIs, \.clientID, \.clientSecret, \.clientSecretExpiresAt, \.clientSecret]),
      ModelType(Instance.self, [\.domain, \.title, \.version, \.sourceURL, \.description, \.configuration, \.rules]),
      ModelType(Instance.Configuration.self, [\.urls, \.statuses, \.mediaAttachments]),
      ModelType(Instance.Configuration.URLs.self, [\.streaming]),
      ModelType(Instance.Configuration.Statuses.self, [\.maxCharacters, \.maxMediaAttachments, \.charactersReservedPerURL]),
      ModelType(Instance.Configuration.MediaAttachments.self, [\.supportedMimeTypes, \.imageSizeLimit]),
      ModelType(Instance.Rule.self, [\.id, \.text, \.hint]),
      ModelType(Account.self, [\.id, \.username, \.acct, \.displayName, \.locked, \.bot, \.createdAt, \.note, \.url, \.avatar, \.followersCount, \.followingCount, \.statusesCount, \.fields, \.source]),
      ModelType(Account.Field.self, [\.name, \.value]),
      ModelType(Account.Source.self, [\.privacy, \.sensitive, \.language, \.note, \.followRequestsCount]),
      ModelType(NotificationValue.self, [\.id, \.type, \.createdAt]),
      ModelType(Problem.self, [\.error, \.errorDescription]),
      UnionType(StatusesCreateRequest.Response.self),
      ModelType(Status.self, [\.id, \.uri, \.createdAt, \.content, \.visibility, \.sensitive, \.spoilerText, \.language, \.inReplyToID, \.inReplyToAccountID, \.mediaAttachments, \.mentions, \.tags, \.poll, \.repliesCount, \.reblogsCount, \.favouritesCount, \.favourited, \.reblogged, \.bookmarked]),
      ModelType(Status.Mention.self, [\.id, \.username, \.acct, \.url]),
      ModelType(Status.Tag.self, [\.name, \.url]),
      ModelType(ScheduledStatus.self, [\.id, \.scheduledAt, \.params, \.mediaAttachments]),
      ModelType(ScheduledStatus.Params.self, [\.text]),
      ModelType(NewStatus.self, [\.status, \.mediaIDs, \.poll, \.inReplyToID, \.sensitive, \.spoilerText, \.visibility, \.language, \.scheduledAt]),
      ModelType(NewStatus.PollValue.self, [\.options, \.expiresIn, \.multiple]),
      ModelType(Media.self, [\.id, \.type, \.url, \.previewURL]),
      ModelType(Poll.self, [\.id, \.expiresAt, \.expired, \.multiple, \.votesCount, \.options]),
      ModelType(Poll.Option.self, [\.title, \.votesCount]),
    ]
  }
}
