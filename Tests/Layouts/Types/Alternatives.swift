// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Alternatives

enum AlternativesTypes: ModuleTypes {
  static let module = "Alternatives"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AppSettings.self, [\.app, \.note]),
      ModelType(Filter.self, [\.include]),
      UnionType(Folder.self),
      ModelType(FolderFull.self, [\.id, \.name, \.size]),
      ModelType(FolderMini.self, [\.id, \.name]),
      UnionType(One.self),
      ModelType(Options.self, [\.order]),
      UnionType(Role.self),
      ModelType(Search.self, [\.role, \.name, \.code, \.twice, \.settings, \.sort, \.kind, \.fuzziness, \.source, \.folder]),
      UnionType(Search.NameValue.self),
      UnionType(Search.Code.self),
      UnionType(Search.KindValue.self),
      UnionType(Search.Fuzziness.self),
      UnionType(Settings.self),
      UnionType(Sort.self),
      UnionType(Source.self),
      ModelType(UserSettings.self, [\.user, \.note]),
      UnionType(RoleRequest.U.self),
    ]
  }
}
