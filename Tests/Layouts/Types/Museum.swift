// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Museum

enum MuseumTypes: ModuleTypes {
  static let module = "Museum"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Filter.self, [\.from, \.names]),
      ModelType(Note.self, [\.text]),
      ModelType(VoidValue.self, [\.type, \.id]),
      ModelType(NoteRequest.VndMuseumJSONPayload.self, [\.old]),
      ModelType(OrderRequest.Payload.self, [\.rooms, \.guest]),
      ModelType(OrderRequest.Payload.Guest.self, [\.name]),
      ModelType(StylesRequest.Pairs.self, [\.a, \.b]),
      ModelType(StylesRequest.Deep.self, [\.min, \.tags]),
      ModelType(WebhookEvent.Paid.self, [\.type, \.sum]),
      ModelType(WebhookEvent.Closed.self, [\.type, \.until]),
    ]
  }
}
