// The names that apps write. Those that only generated code, and models and coders written by hand, refer to come with
// `WGNAPIGenerated`; the members of all types are visible in any case.

@_exported import protocol WGNAPIClient.APIClient
@_exported import struct WGNAPIClient.APIError
@_exported import protocol WGNAPIClient.APIMiddleware
@_exported import protocol WGNAPIClient.APIRequest
@_exported import struct WGNAPIClient.APIServer
@_exported import struct WGNAPIClient.Backoff
@_exported import typealias WGNAPIClient.BodyCodec
@_exported import protocol WGNAPIClient.BodyDecoder
@_exported import protocol WGNAPIClient.BodyEncoder
@_exported import class WGNAPIClient.CallContext
@_exported import struct WGNAPIClient.CallOptions
@_exported import struct WGNAPIClient.CallResponse
@_exported import protocol WGNAPIClient.ClientClock
@_exported import struct WGNAPIClient.ClientConfiguration
@_exported import struct WGNAPIClient.ClientObserver
@_exported import struct WGNAPIClient.ClientParameter
@_exported import struct WGNAPIClient.ComposedRequest
@_exported import struct WGNAPIClient.Credential
@_exported import protocol WGNAPIClient.CredentialAbsence
@_exported import struct WGNAPIClient.CredentialContext
@_exported import struct WGNAPIClient.CredentialFailure
@_exported import protocol WGNAPIClient.CredentialProvider
@_exported import struct WGNAPIClient.FilePart
@_exported import struct WGNAPIClient.IdempotencyKeyPolicy
@_exported import struct WGNAPIClient.MiddlewareRequest
@_exported import struct WGNAPIClient.MiddlewareResponse
@_exported import protocol WGNAPIClient.NotSentReason
@_exported import protocol WGNAPIClient.PaginatedRequest
@_exported import struct WGNAPIClient.Policies
@_exported import struct WGNAPIClient.Policy
@_exported import protocol WGNAPIClient.PolicyValue
@_exported import struct WGNAPIClient.RandomSource
@_exported import struct WGNAPIClient.RequestLog
@_exported import enum WGNAPIClient.ResponseOrigin
@_exported import protocol WGNAPIClient.ServiceErrorCode
@_exported import struct WGNAPIClient.ServiceFailure
@_exported import struct WGNAPIClient.SystemClock
@_exported import struct WGNAPIClient.TimeoutPolicy
@_exported import struct WGNAPIJSON.CalendarDate
@_exported import enum WGNAPIJSON.JSON
@_exported import struct WGNAPIJSON.JSONDecoding
@_exported import struct WGNAPIJSON.JSONError
@_exported import protocol WGNAPIJSON.JSONModel
@_exported import struct WGNAPIJSON.JSONNumber
@_exported import struct WGNAPIJSON.JSONObject
@_exported import protocol WGNAPIJSON.JSONValue
@_exported import struct WGNAPIJSON.Violation
@_exported import struct WGNAPITransport.FileAccessError
@_exported import struct WGNAPITransport.HTTPRequestBody
@_exported import struct WGNAPITransport.HTTPResponseBody
@_exported import protocol WGNAPITransport.HTTPTransport
@_exported import enum WGNAPITransport.RedirectPolicy
@_exported import struct WGNAPITransport.StreamedResponse
@_exported import enum WGNAPITransport.TransportError
@_exported import struct WGNAPITransport.TransportFailure
@_exported import struct WGNAPITransport.TransportOptions
@_exported import struct WGNAPITransport.TransportResponse

#if os(Linux)
  @_exported import class WGNAPICurl.CurlTransport
#else
  @_exported import class WGNAPIURLSession.URLSessionTransport
#endif
