import FlyingFox
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime
import WGNAPIURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that FoundationNetworking handles in ways of its own.
@Suite(.timeLimit(.minutes(15))) struct UnusualResponseTests {
  private let transport = URLSessionTransport()

  private func send(
    to server: APIServer, method: HTTPTypes.HTTPRequest.Method = .get,
    options: TransportOptions = TransportOptions(timeout: .seconds(120))
  ) async throws -> TransportResponse {
    let authority = String(server.baseURL.dropFirst("http://".count))
    let request = HTTPTypes.HTTPRequest(method: method, scheme: "http", authority: authority, path: "/")
    return try await transport.send(request, body: [], options: options)
  }

  private func failure(_ response: String) async throws -> TransportError? {
    let raw = try RawServer(answering: Array(response.utf8), connections: 4)
    do {
      _ = try await send(to: raw.server)
      return nil
    } catch let error as TransportError {
      return error
    }
  }

  @Test func challengesAreResponses() async throws {
    try await withLoopbackServer { _ in
      HTTPResponse(
        statusCode: .unauthorized, headers: [HTTPHeader("WWW-Authenticate"): "Basic realm=\"x\""],
        body: Data("who?".utf8))
    } _: { server in
      let response = try await send(to: server)
      #expect(response.response.status.code == 401)
    }
  }

  @Test func endlessTimeouts() async throws {
    try await withLoopbackServer { _ in
      .json("{}")
    } _: { server in
      var options = TransportOptions(timeout: .seconds(Int64.max))
      #expect(options.timeout == .seconds(365 * 24 * 60 * 60))
      let status1 = try await send(to: server, options: options).response.status.code
      #expect(status1 == 200)
      options.timeout = .seconds(-1)
      #expect(options.timeout == .zero)
    }
  }

  @Test func lengthsOfBodiesThatDoNotCome() async throws {
    let options = TransportOptions(timeout: .seconds(120), responseSizeLimit: 100)
    let head = try RawServer(answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8))
    let response = try await send(to: head.server, method: .head, options: options)
    #expect(response.response.status.code == 200)
    let unchanged = try RawServer(
      answering: Array("HTTP/1.1 304 Not Modified\r\nContent-Length: 100000\r\n\r\n".utf8))
    let status2 = try await send(to: unchanged.server, options: options).response.status.code
    #expect(status2 == 304)
  }

  @Test func cutOffBodiesMayBeSentForAgain() async throws {
    let error = try await failure("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}")
    guard case .failed(let failure)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(failure.reason == .connectionLost || failure.reason == .truncated)
    #expect(failure.reason.isPassing)
  }

  @Test func malformedStatusLines() async throws {
    let error = try await failure("gibberish\r\n\r\n")
    guard case .failed(let failure)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(failure.reason == .invalidResponse)
  }

  @Test func redirectsToNowhere() async throws {
    let raw = try RawServer(
      answering: Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n".utf8), connections: 2)
    let status3 = try await send(to: raw.server).response.status.code
    #expect(status3 == 302)
  }

  @Test(arguments: ["file:///etc/hosts", "mailto:someone", "ftp://127.0.0.1/"])
  func redirectsToOtherSchemes(target: String) async throws {
    try await withLoopbackServer { request in
      request.path == "/" ? .redirect(to: target) : .json("{}")
    } _: { server in
      do {
        let response = try await send(to: server)
        #expect(response.response.status.code == 302)
      } catch TransportError.redirected {
      }
    }
  }

  @Test func configurationsStayAsTheyAre() {
    let configuration = URLSessionConfiguration.default
    configuration.httpShouldSetCookies = true
    configuration.requestCachePolicy = .returnCacheDataElseLoad
    _ = URLSessionTransport(configuration: configuration)
    #expect(configuration.httpShouldSetCookies)
    #expect(configuration.requestCachePolicy == .returnCacheDataElseLoad)
  }
}
