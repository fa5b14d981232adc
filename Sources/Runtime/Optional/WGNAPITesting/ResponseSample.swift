import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// A response that a service may give, for tests of how it is read.
public struct ResponseSample: Sendable {
  /// What the client's transport answers with while a test asks it.
  @TaskLocal fileprivate static var current: ResponseSample?

  fileprivate let body: String
  fileprivate let status: Int
  fileprivate let headers: [String: String]

  /// Describes a response.
  ///
  /// - Parameters:
  ///   - body: The body, in JSON.
  ///   - status: The HTTP status.
  ///   - headers: Header fields beside `Content-Type`, which is `application/json` by default.
  public init(_ body: String, status: Int = 200, headers: [String: String] = [:]) {
    self.body = body
    self.status = status
    self.headers = headers
  }
}

// For clients whose configuration is `composing`.
extension APIClient {
  /// What a response becomes when it is read and written again, if that isn't the same JSON; nil if it is.
  ///
  /// - Parameters:
  ///   - sample: The response.
  ///   - request: The request that is answered.
  ///   - server: The server that it is for; nil for the client's.
  ///   - isWritten: Whether the response is written again.
  /// - Throws: What is wrong with the response.
  public func change<Request: APIRequest>(
    of sample: ResponseSample, to request: Request, on server: APIServer? = nil, isWritten: Bool = true
  ) async throws -> String? {
    let response = try await self.response(sample, to: request, on: server)
    guard isWritten else { return nil }
    guard let value = response.value as? any JSONValue else { return "a value that isn't JSON" }
    var written = try JSON.decode(value.encoded())
    if let envelope = response.envelope, !(envelope is NoEnvelope),
      case .object(var members) = try JSON.decode(envelope.encoded())
    {
      members.add(payload: written, of: Request.ServiceEnvelope.self)
      written = .object(members)
    }
    if try written == JSON.decode(Array(sample.body.utf8)) { return nil }
    return try String(decoding: JSON.encode(written), as: UTF8.self)
  }

  /// The service's error in a response; nil if the response is none.
  ///
  /// - Throws: What else is wrong with the response.
  public func failure(
    in sample: ResponseSample, to request: some APIRequest, on server: APIServer? = nil
  ) async throws -> ServiceFailure? {
    do {
      _ = try await response(sample, to: request, on: server)
      return nil
    } catch let error as APIError {
      guard let failure = error.failure else { throw error }
      return failure
    }
  }

  private func response<Request: APIRequest>(
    _ sample: ResponseSample, to request: Request, on server: APIServer?
  ) async throws -> CallResponse<Request> {
    let core = server.map { self.core.replacing($0) } ?? self.core
    return try await ResponseSample.$current.withValue(sample) { try await core.response(to: request) }
  }
}

/// Answers with the sample of the task; sends nothing.
struct SampleTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    guard let sample = ResponseSample.current else {
      throw TransportError.failed(TransportFailure(.other, domain: "WGNAPITesting"))
    }
    var response = HTTPResponse(status: .init(code: sample.status))
    response.headerFields[.contentType] = "application/json"
    for (name, value) in sample.headers {
      if let name = HTTPField.Name(name) { response.headerFields[name] = value }
    }
    return TransportResponse(response: response, body: Array(sample.body.utf8))
  }
}

extension JSONDecoding {
  /// Nothing is passed over, so nothing gets lost.
  static var strictSamples: JSONDecoding {
    JSONDecoding(unknownKeys: .reject, unknownValues: .ignore, validation: .strict)
  }
}
