// The modules that every client needs. The policies of specs have products of their own.
@_exported import WGNAPIClient
@_exported import WGNAPIJSON
@_exported import WGNAPITransport

#if os(Linux)
  @_exported import WGNAPICurl
#else
  @_exported import WGNAPIURLSession
#endif
