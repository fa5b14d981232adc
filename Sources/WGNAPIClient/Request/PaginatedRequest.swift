/// A request whose answer comes in pages, as its endpoint's ``Policies/pagination`` describes: what
/// ``APIClient/pages(_:options:)``, ``APIClient/items(_:options:prefetch:)`` and feeds take.
///
/// Generated requests of endpoints with `pagination` conform to it; one of your own may, too. Where the endpoint has no
/// such policy nevertheless, an ``APIError`` of kind `invalidRequest` is thrown when the first page is asked for.
public protocol PaginatedRequest: APIRequest {}
