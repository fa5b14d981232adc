// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Edges

enum EdgesTypes: ModuleTypes {
  static let module = "Edges"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(BareEnvelope.self, []),
      ModelType(CodedEnvelope.self, [\.state, \.problem]),
      ModelType(WordedEnvelope.self, [\.done, \.fault]),
      ModelType(LooseEnvelope.self, [\.ok, \.reason, \.number]),
      ModelType(NumberedEnvelope.self, [\.ok, \.reason, \.number]),
      ModelType(Fault.self, [\.code, \.text, \.at]),
      ModelType(Problem.self, [\.code, \.problem]),
      ModelType(APIRequestValue.Response.self, [\.at]),
      ModelType(ClockRequest.Element.self, [\.link]),
      ModelType(OldRequest.Response.self, [\.n]),
      ModelType(ForestElement.self, [\.grove]),
      UnionType(GroveElement.self),
      ModelType(CopseElement.self, [\.element0]),
      ModelType(LabelKeys.self, [\.labels, \.byName, \.codes]),
      ModelType(ResponseValue.self, [\.layoutValue, \.`await`, \.schema, \.description]),
      ModelType(PolicyValueValue.self, [\.endpoint]),
      UnionType(Moment.self),
      ModelType(Moment.Tuple.self, [\.element0, \.element1]),
      UnionType(Event.self),
      ModelType(Opened.self, [\.kind, \.at]),
      ModelType(Closed.self, [\.kind]),
      ModelType(A.self, [\.id]),
      ModelType(Diamond.self, [\.id, \.b, \.c]),
      ModelType(Reachable.self, [\.mail, \.page]),
      ModelType(Wide.self, [\.single, \.moment, \.event, \.policy, \.server, \.duration, \.diamond, \.big, \.large, \.keyed, \.nothing, \.forest, \.reachable, \.labelKeys, \.longName]),
      ModelType(ModelLayoutValue.self, [\.single, \.moment, \.server, \.diamond, \.longName]),
      ModelType(ModelLayoutValue.DiamondValue.self, [\.id]),
      ModelType(FieldsValue.self, [\.id, \.b]),
      ModelType(NullObjectRequest.ResponseValue.self, [\.x]),
      UnionType(NullUnionRequest.ResponseValue.self),
      ModelType(NullTupleRequest.ResponseValue.self, [\.element0, \.element1]),
      ModelType(NullSumRequest.ResponseValue.self, [\.id, \.more]),
      ModelType(NullListRequest.Element.self, [\.x]),
      ModelType(NullPayloadRequest.ResponseValue.self, [\.y]),
      ModelType(NullPagesRequest.ResponseValue.self, [\.items, \.next]),
      ModelType(NullStatusesRequest.OkResponse.self, [\.z]),
      ModelType(NullStatusesRequest.NotFoundFailure.self, [\.message]),
      ModelType(NullStatusesRequest.GoneFailureElement.self, [\.v]),
      ModelType(NullLinesRequest.Element.self, [\.l]),
      ModelType(NullBodyRequest.Payload.self, [\.w]),
      ModelType(NullBodyRequest.ResponseValue.self, [\.w]),
    ]
  }
}
