// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Museum

enum MuseumTypes: ModuleTypes {
  static let module = "Museum"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(VoidValue.self, [\.type, \.id]),
      ModelType(StylesRequest.Pairs.self, [\.a, \.b]),
      ModelType(StylesRequest.Deep.self, [\.min, \.tags]),
      ModelType(NoteRequest.VndMuseumJSONPayload.self, [\.old]),
      ModelType(OrderRequest.Payload.self, [\.rooms, \.guest]),
      ModelType(OrderRequest.Payload.Guest.self, [\.name]),
      ModelType(LogRequest.JSONSimplePayload.self, [\.message]),
      ModelType(VersionsRequest.JSONV1Response.self, [\.a]),
      ModelType(VersionsRequest.JSONV2Response.self, [\.b]),
      ModelType(FrameRequest.Payload.self, [\.depth]),
      ModelType(FillInRequest.Payload.self, [\.pipes, \.commas, \.spaces, \.list, \.sizes, \.tags, \.deep, \.pairs, \.object, \.page, \.open]),
      ModelType(FillInRequest.Payload.Deep.self, [\.x, \.names]),
      ModelType(FillInRequest.Payload.Pairs.self, [\.r, \.g]),
      ModelType(PayloadObject.self, [\.x]),
      ModelType(Filter.self, [\.from, \.names]),
      ModelType(Note.self, [\.text]),
      ModelType(WebhookEvent.Paid.self, [\.type, \.sum]),
      ModelType(WebhookEvent.Closed.self, [\.type, \.until]),
    ]
  }
}
