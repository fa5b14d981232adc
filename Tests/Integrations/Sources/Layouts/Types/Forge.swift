// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Forge

enum ForgeTypes: ModuleTypes {
  static let module = "Forge"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Client.UnavailableForLegalReasonsFailure.self, [\.law, \.articles]),
      ModelType(SlackEnvelope.self, [\.ok, \.error]),
      ModelType(PresentEnvelope.self, [\.error]),
      ModelType(PresentEnvelope.Error.self, [\.code, \.message, \.wait, \.until]),
      ModelType(UntilEnvelope.self, [\.error]),
      ModelType(UntilEnvelope.Error.self, [\.message, \.until]),
      ModelType(ListedEnvelope.self, [\.error]),
      ModelType(GraphEnvelope.self, [\.errors]),
      ModelType(GraphEnvelope.Errors.self, [\.message, \.path, \.extensions]),
      ModelType(GraphEnvelope.Errors.Extensions.self, [\.code]),
      ModelType(AnyErrorEnvelope.self, [\.error]),
      ModelType(BasicError.self, [\.message, \.documentationURL]),
      ModelType(ErrorBody.self, [\.error]),
      ModelType(ErrorBody.Error.self, [\.code, \.message, \.param, \.value]),
      ModelType(Problem.self, [\.type, \.title, \.status]),
      ModelType(Repository.self, [\.id, \.name]),
      ModelType(Busy.self, [\.text, \.waitMs, \.until, \.at]),
      ModelType(RenameRequest.ConflictFailure.self, [\.conflict]),
      ModelType(RenameRequest.UnprocessableContentFailure.self, [\.problems]),
      ModelType(RenameRequest.UnprocessableContentFailure.Problems.self, [\.first]),
      UnionType(ProbeRequest.Status5xxFailure.self),
    ]
  }
}
