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
      ModelType(LooseEnvelope.self, [\.ok, \.reason, \.number]),
      ModelType(A.self, [\.id]),
      ModelType(Closed.self, [\.kind]),
      ModelType(Diamond.self, [\.id, \.b, \.c]),
      UnionType(Event.self),
      ModelType(FieldsValue.self, [\.id, \.b]),
      ModelType(LayoutValue.self, [\.single, \.moment, \.server, \.diamond, \.longName]),
      ModelType(LayoutValue.DiamondValue.self, [\.id]),
      UnionType(Moment.self),
      ModelType(Moment.Alternative3.self, [\.element0, \.element1]),
      ModelType(Opened.self, [\.kind, \.at]),
      ModelType(PolicyValue.self, [\.endpoint]),
      ModelType(Reachable.self, [\.mail, \.page]),
      ModelType(ResponseValue.self, [\.layoutValue, \.`await`, \.schema, \.description]),
      ModelType(Wide.self, [\.single, \.moment, \.event, \.policy, \.server, \.duration, \.diamond, \.big, \.large, \.keyed, \.nothing, \.reachable, \.longName]),
      ModelType(Fault.self, [\.code, \.text, \.at]),
      ModelType(Problem.self, [\.code, \.problem]),
      ModelType(NumberedEnvelope.self, [\.ok, \.reason, \.number]),
      ModelType(APIRequestValue.Response.self, [\.at]),
      ModelType(ClockRequest.Element.self, [\.link]),
      ModelType(OldRequest.Response.self, [\.n]),
      ModelType(WordedEnvelope.self, [\.done, \.fault]),
    ]
  }
}
