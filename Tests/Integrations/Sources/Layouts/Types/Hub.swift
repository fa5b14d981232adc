// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Hub

enum HubTypes: ModuleTypes {
  static let module = "Hub"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(CodeScanningFindRequest.Response.self, [\.alert, \.related]),
      ModelType(CodeScanningFindRequest.Response.Related.self, [\.count]),
      ModelType(Alert.self, [\.number, \.rule]),
      ModelType(MetaRequest.Response.self, [\.version]),
      ModelType(Repository.self, [\.id, \.name, \.`private`]),
      ModelType(Release.self, [\.id, \.tag]),
      ModelType(Problem.self, [\.message]),
      ModelType(UsersUpdateRequest.Payload.self, [\.user, \.teams, \.note]),
      ModelType(UsersUpdateRequest.Response.self, [\.user, \.teams, \.seen]),
      ModelType(User.self, [\.id, \.login, \.plan, \.address]),
      ModelType(User.Address.self, [\.city, \.checked]),
      ModelType(UserInput.self, [\.login, \.password, \.address, \.password]),
      ModelType(UserInput.Address.self, [\.city]),
      ModelType(Team.self, [\.created, \.name, \.members]),
      ModelType(TeamInput.self, [\.name, \.members]),
      ModelType(Invitation.self, [\.email]),
      ModelType(Receipt.self, [\.id]),
      UnionType(Owner.self),
      UnionType(OwnerInput.self),
      ModelType(Person.self, [\.kind, \.id, \.name]),
      ModelType(PersonInput.self, [\.kind, \.name]),
      ModelType(Group.self, [\.kind, \.id, \.size]),
      ModelType(GroupInput.self, [\.kind, \.size]),
      ModelType(Label.self, [\.id, \.text]),
      ModelType(LabelInput.self, [\.text]),
      ModelType(Key.self, [\.value]),
      ModelType(WebhookEvent.ReleasePublished.self, [\.release]),
      ModelType(Push.self, [\.ref, \.commits]),
      ModelType(Commit.self, [\.id]),
      ModelType(SlashCommand.self, [\.command, \.text, \.count, \.urgent, \.tags, \.sizes, \.media, \.price, \.silent, \.labels, \.ids, \.payload]),
      ModelType(SlashCommand.Payload.self, [\.type]),
    ]
  }
}
