// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Kiosk

enum KioskTypes: ModuleTypes {
  static let module = "Kiosk"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(AuthorsRequest.Response.self, [\.items, \.next]),
      ModelType(Author.self, [\.id, \.name]),
      ModelType(FlatEnvelope.self, [\.ok, \.error]),
      ModelType(RpcEnvelope.self, [\.jsonrpc, \.error]),
      ModelType(RpcEnvelope.Error.self, [\.code, \.message]),
      ModelType(WrappedEnvelope.self, [\.error]),
      ModelType(WrappedEnvelope.Error.self, [\.code, \.detail]),
      ModelType(Order.self, [\.id, \.total]),
      UnionType(Entry.self),
      ModelType(Photo.self, [\.kind, \.url]),
      ModelType(Note.self, [\.kind, \.text]),
      ModelType(PostMessageRequest.Response.self, [\.channel, \.ts]),
      ModelType(AuthorRequest.Payload.self, [\.query, \.variables]),
      ModelType(AuthorRequest.Payload.Variables.self, [\.id]),
      ModelType(AuthorRequest.Response.self, [\.errors]),
      ModelType(AuthorRequest.Response.DataValue.self, [\.author]),
      ModelType(Writer.self, [\.name]),
      ModelType(GraphError.self, [\.message, \.path]),
      ModelType(RegisterAppRequest.Response.self, [\.clientID, \.clientSecret]),
      ModelType(WhoAmIRequest.Response.self, [\.name]),
      ModelType(ChangesRequest.Response.self, [\.changes, \.last]),
      ModelType(Change.self, [\.id, \.title]),
      ModelType(AttachmentRequest.Response.self, [\.name]),
      ModelType(Price.self, [\.amount, \.currency, \.tax, \.available, \.updated, \.discounts]),
      ModelType(StockRequest.Payload.self, [\.jsonrpc, \.id, \.method, \.params]),
      ModelType(StockRequest.Payload.Params.self, [\.title, \.shelf]),
      ModelType(SearchBooksRequest.Payload.self, [\.query, \.startCursor, \.pageSize]),
      ModelType(SearchBooksRequest.Response.self, [\.results, \.nextCursor, \.hasMore]),
      ModelType(Book.self, [\.title, \.year]),
      ModelType(Shelf.self, [\.room, \.copies, \.bought]),
      ModelType(PrepareUploadRequest.Payload.self, [\.name, \.size]),
      ModelType(PrepareUploadRequest.Response.self, [\.id, \.uploadURL]),
      ModelType(CompleteUploadRequest.Response.self, [\.state]),
      ModelType(OrderRequest.Response.self, [\.id, \.state]),
    ]
  }
}
