// What every client needs, in one module. What acts on the policies of a spec is in products of its own.
@_exported import WGNAPIClient
@_exported import WGNAPIJSON
@_exported import WGNAPITransport

#if os(Linux)
  @_exported import WGNAPICurl
#else
  @_exported import WGNAPIURLSession
#endif
