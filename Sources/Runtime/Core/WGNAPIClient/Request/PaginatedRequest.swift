/// A request with a paginated response, as its endpoint's pagination policy describes. `pages`, `items`
/// and feeds accept such requests.
///
/// Generated requests of endpoints with `pagination` conform to this protocol, and your own requests can,
/// too. If the endpoint has no pagination policy, asking for the first page throws an ``APIError`` of kind
/// `invalidRequest`.
public protocol PaginatedRequest: APIRequest {}
