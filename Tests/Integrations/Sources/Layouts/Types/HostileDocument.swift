// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import HostileDocument

enum HostileDocumentTypes: ModuleTypes {
  static let module = "HostileDocument"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(ClientValue.self, [\.selfValue, \.selfValue2, \.initValue, \.value, \.aB, \.aB2, \.aB3, \.quotationMark, \._1, \.layoutValue, \.hashValueValue, \.type, \.description, \.`class`, \._0, \.日本]),
      ModelType(Init.self, [\.x, \.y]),
      ModelType(HostileDocumentModel.self, [\.string, \.string2, \.string3, \.int, \.hostileDocument]),
      ModelType(HostileDocumentModel.StringValue.self, [\.a]),
      ModelType(HostileDocumentString2.self, [\.b]),
      ModelType(HostileDocumentModel2.self, [\.a]),
      UnionType(UnionValue.self),
      ModelType(UnionValue.UnknownValue.self, [\.unknown]),
      ModelType(UnionValue.FatalError.self, [\.other]),
      ModelType(Quoted.self, [\.a]),
      ModelType(Part.self, [\.b]),
    ]
  }
}
