@_exported import WGNAPIClient
@_exported import WGNAPIJSON
@_exported import WGNAPITransport
