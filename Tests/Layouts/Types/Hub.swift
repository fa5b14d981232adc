// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Hub

enum HubTypes: ModuleTypes {
  static let module = "Hub"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Alert.self, [\.number, \.rule]),
      ModelType(Commit.self, [\.id]),
      ModelType(Push.self, [\.ref, \.commits]),
      ModelType(Group.self, [\.kind, \.id, \.size]),
      ModelType(GroupInput.self, [\.kind, \.size]),
      ModelType(Invitation.self, [\.email]),
      ModelType(Key.self, [\.value]),
      ModelType(Label.self, [\.id, \.text]),
      ModelType(LabelInput.self, [\.text]),
      UnionType(Owner.self),
      UnionType(OwnerInput.self),
      ModelType(Person.self, [\.kind, \.id, \.name]),
      ModelType(PersonInput.self, [\.kind, \.name]),
      ModelType(Receipt.self, [\.id]),
      ModelType(Team.self, [\.created, \.name, \.members]),
      ModelType(TeamInput.self, [\.name, \.members]),
      ModelType(User.self, [\.id, \.login, \.plan, \.address]),
      ModelType(User.Address.self, [\.city, \.checked]),
      ModelType(UserInput.self, [\.login, \.password, \.address]),
      ModelType(UserInput.Address.self, [\.city]),
      ModelType(Problem.self, [\.message]),
      ModelType(Release.self, [\.id, \.tag]),
      ModelType(Repository.self, [\.id, \.name, \.`private`]),
      ModelType(CodeScanningFindRequest.Response.self, [\.alert, \.related]),
      ModelType(CodeScanningFindRequest.Response.Related.self, [\.count]),
      ModelType(MetaRequest.Response.self, [\.version]),
      ModelType(UsersUpdateRequest.Payload.self, [\.user, \.teams, \.note]),
      ModelType(UsersUpdateRequest.Response.self, [\.user, \.teams, \.seen]),
      ModelType(WebhookEvent.ReleasePublished.self, [\.release]),
    ]
  }
}
