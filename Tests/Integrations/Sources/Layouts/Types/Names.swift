// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Names

enum NamesTypes: ModuleTypes {
  static let module = "Names"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(ClassEnvelope.self, [\.decoded, \.hash, \.`in`]),
      ModelType(ClassEnvelope.DecodedValueValue.self, [\.code, \.message, \.selfValue]),
      ModelType(HashEnvelope.self, []),
      ModelType(UncasedEnvelope.self, [\.日本, \._77]),
      ModelType(UncasedEnvelope._77Value.self, [\.code, \._78]),
      ModelType(UncasedEnvelope._77Value._78Value.self, [\.message]),
      ModelType(Class.self, [\.a]),
      ModelType(_1.self, [\.c]),
      ModelType(Members.self, [\.hash, \.hashValueValue, \.digest, \.layoutValue, \.encodeValue, \.decoded, \.partialCoder, \.plan, \.value, \.selfValue, \.any, \.additionalProperties, \.qué]),
      ModelType(Members.DecodedValueValue.self, [\.a]),
      ModelType(Members.PartialCoderValue.self, [\.a]),
      ModelType(Members.Plan.self, [\.a]),
      ModelType(Members.ValueValueValue.self, [\.a]),
      ModelType(Members.SelfValue.self, [\.`class`]),
      ModelType(Tuple.self, [\.additionalProperties, \.hash, \.decoded, \.selfValue]),
      ModelType(Tuple.DecodedValueValue.self, [\.a]),
      ModelType(ValueValue.self, [\.d]),
      ModelType(Unknown.self, [\.e]),
      ModelType(UnionValue.self, [\.f]),
      ModelType(DecodedValue.self, [\.g]),
      UnionType(AnyValue.self),
      ModelType(AnyValue.Value2.self, [\.h]),
      ModelType(AnyValue.DefaultValue.self, [\.element0, \.element1]),
      ModelType(SelfRequest.Response.self, [\.hash]),
      ModelType(CoreRequest.Payload.self, [\.hash]),
      ModelType(ModelLayoutValue.self, [\.hash, \.decoded, \.value, \.any]),
      ModelType(ModelLayoutValue.DecodedValueValue.self, [\.a]),
      ModelType(ModelLayoutValue.ValueValueValue.self, [\.a]),
    ]
  }
}
