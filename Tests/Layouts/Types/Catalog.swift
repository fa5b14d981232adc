// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Catalog

enum CatalogTypes: ModuleTypes {
  static let module = "Catalog"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(DeepEnvelope.self, [\.status, \.meta, \.error]),
      ModelType(DeepEnvelope.Meta.self, [\.total, \.more]),
      ModelType(DeepEnvelope.Error.self, [\.code]),
      ModelType(FlatEnvelope.self, [\.ok, \.error, \.warning, \.responseMetadata]),
      ModelType(FlatEnvelope.ResponseMetadata.self, [\.nextCursor, \.messages]),
      ModelType(Block.self, [\.id, \.text]),
      ModelType(Hit.self, [\.id, \.sort]),
      ModelType(Charge.self, [\.id, \.amount]),
      ModelType(Item.self, [\.id, \.name]),
      ModelType(Message.self, [\.ts, \.text, \.user]),
      ModelType(Scheduled.self, [\.kind, \.postAt]),
      ModelType(Sent.self, [\.kind, \.ts]),
      ModelType(BodiesFormRequest.Payload.self, [\.page, \.text]),
      ModelType(BodiesFromRequest.Payload.self, [\.from, \.size]),
      ModelType(BodiesFromRequest.Response.self, [\.hits]),
      ModelType(BodiesFromRequest.Response.Hits.self, [\.total, \.hits]),
      ModelType(BodiesFromRequest.Response.Hits.Total.self, [\.value]),
      ModelType(BodiesGraphQLRequest.Payload.self, [\.query, \.variables]),
      ModelType(BodiesGraphQLRequest.Payload.Variables.self, [\.first]),
      ModelType(BodiesGraphQLRequest.Response.self, [\.data]),
      ModelType(BodiesGraphQLRequest.Response.DataValue.self, [\.items]),
      ModelType(BodiesGraphQLRequest.Response.DataValue.Items.self, [\.nodes, \.pageInfo]),
      ModelType(BodiesGraphQLRequest.Response.DataValue.Items.PageInfo.self, [\.hasNextPage, \.endCursor, \.startCursor]),
      ModelType(BodiesQueryRequest.Payload.self, [\.filter, \.startCursor, \.pageSize]),
      ModelType(BodiesQueryRequest.Payload.Filter.self, [\.status]),
      ModelType(BodiesQueryRequest.Response.self, [\.object, \.results, \.nextCursor, \.hasMore]),
      ModelType(BodiesSearchRequest.Payload.self, [\.size, \.sort, \.searchAfter]),
      ModelType(BodiesSearchRequest.Response.self, [\.hits]),
      ModelType(BodiesSearchRequest.Response.Hits.self, [\.total, \.hits]),
      ModelType(BodiesSearchRequest.Response.Hits.Total.self, [\.value]),
      ModelType(ByIDsRequest.Payload.self, [\.ids]),
      ModelType(CursorsRequest.Response.self, [\.list, \.more]),
      ModelType(LastElementsRequest.Response.self, [\.data, \.hasMore]),
      UnionType(FlatChoiceRequest.Response.self),
      ModelType(FlatHistoryRequest.Response.self, [\.messages, \.hasMore]),
      ModelType(FlatLeaveRequest.Payload.self, [\.channel]),
      ModelType(FlatPostRequest.Payload.self, [\.channel, \.text]),
      ModelType(FlatPostRequest.Response.self, [\.channel, \.ts, \.message]),
      ModelType(FlatStrictRequest.Response.self, [\.ts]),
      ModelType(FlatTestRequest.Response.self, [\.url, \.team, \.userID]),
      ModelType(NumberedCursorsRequest.Response.self, [\.items, \.next]),
      ModelType(NumbersRequest.Response.self, [\.items, \.total, \.pages]),
      ModelType(TopIDsRequest.Response.self, [\.ids]),
    ]
  }
}
