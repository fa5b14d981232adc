// What a client needs, under one name. Chains, pages, feeds, formats and stores are products of their own.
@_exported import WGNAPIClient
@_exported import WGNAPIJSON
@_exported import WGNAPIMiddleware
@_exported import WGNAPIPartial
@_exported import WGNAPITransport

#if os(Linux)
  @_exported import WGNAPICurl
#else
  @_exported import WGNAPIURLSession
#endif
