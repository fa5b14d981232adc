import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOSSL
  import WGNAPIAsyncHTTPClient
#endif

/// The transports there are. What is tried with each of them is what clients may rely on.
///
/// `AsyncHTTPClientTransport`, and all of them over TLS, are tested in `Tests/Integrations`.
enum AnyTransport: CaseIterable, Sendable {
  #if AsyncHTTPClient
    case asyncHTTPClient
  #endif
  case urlSession
  #if os(Linux)
    case curl
  #endif

  /// Those that bear with every response.
  static let sturdy = allCases.filter { $0 != .urlSession }

  var transport: any HTTPTransport {
    switch self {
    #if AsyncHTTPClient
      case .asyncHTTPClient: AsyncHTTPClientTransport()
    #endif
    case .urlSession: URLSessionTransport()
    #if os(Linux)
      case .curl: CurlTransport()
    #endif
    }
  }

  /// One with a single connection to a host.
  var narrow: any HTTPTransport {
    switch self {
    #if AsyncHTTPClient
      case .asyncHTTPClient:
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        return AsyncHTTPClientTransport(configuration: configuration)
    #endif
    case .urlSession:
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = 1
      return URLSessionTransport(configuration: configuration)
    #if os(Linux)
      case .curl: return CurlTransport(configuration: CurlTransport.Configuration(connectionsPerHost: 1))
    #endif
    }
  }
}

#if AsyncHTTPClient
  extension AnyTransport {
    /// One that trusts the relays.
    func trusting() throws -> any HTTPTransport {
      switch self {
      case .asyncHTTPClient:
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates([try TLSRelay.certificate])
        return AsyncHTTPClientTransport(configuration: HTTPClient.Configuration(tlsConfiguration: tls))
      #if os(Linux)
        case .curl:
          return CurlTransport(
            configuration: CurlTransport.Configuration(certificateAuthorities: try TestCertificate.file))
      #endif
      case .urlSession: throw CannotTrust()
      }
    }
  }

  struct CannotTrust: Error {}
#endif

extension TransportOptions {
  /// With more time than any machine takes.
  static let patient = TransportOptions(timeout: .seconds(120))

  static func limit(_ bytes: Int) -> TransportOptions {
    TransportOptions(timeout: .seconds(120), responseSizeLimit: bytes)
  }
}

extension HTTPTransport {
  func send(
    _ method: HTTPRequest.Method = .get, to server: APIServer, path: String = "/", fields: HTTPFields = [:],
    body: [UInt8] = [], options: TransportOptions = .patient
  ) async throws -> TransportResponse {
    let authority = String(server.baseURL.dropFirst("http://".count))
    let request = HTTPRequest(
      method: method, scheme: "http", authority: authority, path: path, headerFields: fields)
    return try await send(request, body: body, options: options)
  }
}

extension TransportResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// What `body` fails with.
func failure(_ body: () async throws -> TransportResponse) async throws -> TransportError {
  do {
    let response = try await body()
    Issue.record("there is a response: \(response.response.status.code)")
    throw UnexpectedResponse()
  } catch let error as TransportError {
    return error
  }
}

/// Why `body` fails.
func reason(_ body: () async throws -> TransportResponse) async throws -> TransportFailure.Reason {
  let error = try await failure(body)
  guard case .failed(let failure) = error else { throw error }
  return failure.reason
}

struct UnexpectedResponse: Error {}
