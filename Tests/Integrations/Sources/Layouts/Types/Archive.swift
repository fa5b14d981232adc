// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Archive

enum ArchiveTypes: ModuleTypes {
  static let module = "Archive"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(CreateKeyRequest.Payload.self, [\.name]),
      ModelType(Key.self, [\.id, \.name]),
      UnionType(Factor.self),
      ModelType(TokenFactor.self, [\.id, \.kind, \.provider]),
      ModelType(EmailFactor.self, [\.id, \.kind, \.provider, \.address]),
      ModelType(QuestionFactor.self, [\.id, \.kind, \.answer]),
      ModelType(Condition.self, [\.key, \.limit]),
      UnionType(Condition.Limit.self),
      ModelType(Interval.self, [\.from]),
    ]
  }
}
