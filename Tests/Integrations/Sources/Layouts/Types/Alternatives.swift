// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Alternatives

enum AlternativesTypes: ModuleTypes {
  static let module = "Alternatives"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Dropped.self, [\.via]),
      UnionType(RoleRequest.U.self),
      ModelType(Search.self, [\.role, \.code, \.twice, \.settings, \.sort, \.kind, \.fuzziness, \.source, \.folder, \.rule, \.event, \.input, \.route, \.shape]),
      UnionType(Search.NameValue.self),
      UnionType(Search.Code.self),
      UnionType(Search.KindValue.self),
      UnionType(Search.Fuzziness.self),
      UnionType(Role.self),
      UnionType(Settings.self),
      ModelType(AppSettings.self, [\.app, \.note]),
      ModelType(UserSettings.self, [\.user, \.note]),
      UnionType(Sort.self),
      UnionType(One.self),
      ModelType(Options.self, [\.order]),
      UnionType(Source.self),
      ModelType(Filter.self, [\.include]),
      UnionType(Folder.self),
      ModelType(FolderMini.self, [\.id, \.name]),
      ModelType(FolderFull.self, [\.id, \.name, \.size]),
      UnionType(Rule.self),
      ModelType(Between.self, [\.kind, \.from]),
      UnionType(Event.self),
      ModelType(Note.self, [\.type, \.text]),
      UnionType(Change.self),
      ModelType(Added.self, [\.type, \.to]),
      ModelType(Removed.self, [\.type, \.from]),
      UnionType(Input.self),
      UnionType(Output.self),
      ModelType(Noted.self, [\.type, \.by]),
      UnionType(Route.self),
      ModelType(Route.DroppedValue.self, [\.via, \.cost]),
      ModelType(Tunnel.self, [\.via, \.cost, \.peer]),
      UnionType(Shape.self),
      ModelType(Circle.self, [\.form, \.name, \.radius]),
      ModelType(Square.self, [\.form, \.name, \.side]),
    ]
  }
}
