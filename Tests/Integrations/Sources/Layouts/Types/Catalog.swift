// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Catalog

enum CatalogTypes: ModuleTypes {
  static let module = "Catalog"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(BodiesQueryRequest.Payload.self, [\.filter, \.startCursor, \.pageSize]),
      ModelType(BodiesQueryRequest.Payload.Filter.self, [\.status]),
      ModelType(BodiesQueryRequest.Response.self, [\.object, \.results, \.nextCursor, \.hasMore]),
      ModelType(BodiesSearchRequest.Payload.self, [\.size, \.sort, \.searchAfter]),
      ModelType(BodiesSearchRequest.Response.self, [\.hits]),
      ModelType(BodiesSearchRequest.Response.Hits.self, [\.total, \.hits]),
      ModelType(BodiesSearchRequest.Response.Hits.Total.self, [\.value]),
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
      ModelType(BodiesFormRequest.Payload.self, [\.page, \.text]),
      ModelType(Block.self, [\.id, \.text]),
      ModelType(Hit.self, [\.id, \.sort]),
      ModelType(Candle.self, [\.time, \.price]),
      ModelType(FlatEnvelope.self, [\.ok, \.error, \.warning, \.responseMetadata]),
      ModelType(FlatEnvelope.ResponseMetadata.self, [\.nextCursor, \.messages]),
      ModelType(DeepEnvelope.self, [\.status, \.meta, \.error]),
      ModelType(DeepEnvelope.Meta.self, [\.total, \.more]),
      ModelType(DeepEnvelope.Error.self, [\.code]),
      ModelType(CountedEnvelope.self, [\.more, \.error]),
      ModelType(CountedEnvelope.Error.self, [\.code]),
      ModelType(FlatTestRequest.Response.self, [\.url, \.team, \.userID]),
      ModelType(FlatPostRequest.Payload.self, [\.channel, \.text]),
      ModelType(FlatPostRequest.Response.self, [\.channel, \.ts, \.message]),
      ModelType(FlatLeaveRequest.Payload.self, [\.channel]),
      UnionType(FlatChoiceRequest.Response.self),
      ModelType(FlatStrictRequest.Response.self, [\.ts]),
      ModelType(FlatHistoryRequest.Response.self, [\.messages, \.hasMore]),
      ModelType(Message.self, [\.ts, \.text, \.user]),
      ModelType(Sent.self, [\.kind, \.ts]),
      ModelType(Scheduled.self, [\.kind, \.postAt]),
      ModelType(OthersLastInBodyRequest.Payload.self, [\.size, \.searchAfter, \.searchBefore]),
      ModelType(OthersLastInBodyRequest.Response.self, [\.hits]),
      ModelType(OthersLastInBodyRequest.Response.Hits.self, [\.hits]),
      ModelType(OthersFlatNumbersRequest.Response.self, [\.items, \.total]),
      ModelType(OthersPostedRequest.Payload.self, [\.text]),
      ModelType(OthersRankedIDsRequest.Response.self, [\.ids]),
      ModelType(NumbersRequest.Response.self, [\.items, \.total, \.pages]),
      ModelType(CursorsRequest.Response.self, [\.list, \.more]),
      ModelType(NumberedCursorsRequest.Response.self, [\.items, \.next]),
      ModelType(LastElementsRequest.Response.self, [\.data, \.hasMore]),
      ModelType(BodyLinksRequest.Response.self, [\.count, \.next, \.previous, \.results]),
      ModelType(RelativeLinksRequest.Response.self, [\.odataNextLink, \.value]),
      ModelType(FlaggedLinksRequest.Response.self, [\.data, \.links, \.meta]),
      ModelType(FlaggedLinksRequest.Response.Links.self, []),
      ModelType(FlaggedLinksRequest.Response.Meta.self, [\.hasMore]),
      ModelType(TopIDsRequest.Response.self, [\.ids]),
      ModelType(ByIDsRequest.Payload.self, [\.ids]),
      ModelType(Item.self, [\.id, \.name]),
      ModelType(Charge.self, [\.id, \.amount]),
    ]
  }
}
