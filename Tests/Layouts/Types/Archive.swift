// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Archive

enum ArchiveTypes: ModuleTypes {
  static let module = "Archive"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Condition.self, [\.key, \.limit]),
      UnionType(Condition.Limit.self),
      ModelType(EmailFactor.self, [\.id, \.kind, \.provider, \.address]),
      UnionType(Factor.self),
      ModelType(Interval.self, [\.from]),
      ModelType(QuestionFactor.self, [\.id, \.kind, \.answer]),
      ModelType(TokenFactor.self, [\.id, \.kind, \.provider]),
      ModelType(Key.self, [\.id, \.name]),
      ModelType(CreateKeyRequest.Payload.self, [\.name]),
    ]
  }
}
