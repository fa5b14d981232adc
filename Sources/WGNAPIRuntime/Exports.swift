// Everything a client needs, in one module. Chains, pages, feeds, formats and stores are separate products.
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
