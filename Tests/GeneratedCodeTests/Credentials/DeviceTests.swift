import Foundation
import HTTPTypes
import Testing
import Vault
import WGNAPIClient
import WGNAPIRuntime
import WGNAPITesting

@testable import WGNAPIOAuth

/// The flow for devices (RFC 8628), on a clock that jumps.
@Suite struct DeviceTests {
  private struct Service: HTTPTransport {
    let clock: ManualClock
    let times: Shared<[Double]>
    let responses: [String]

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      guard request.path != "/device" else {
        let json = """
          {"device_code": "s3cret-device", "user_code": "WDJB-MJHT", "verification_uri": "https://example.com/device",
           "verification_uri_complete": "https://example.com/device?c=WDJB-MJHT", "expires_in": 60, "interval": 5}
          """
        return TransportResponse(response: HTTPResponse(status: .ok), body: Array(json.utf8))
      }
      let number = times.with { times -> Int in
        times.append(clock.uptime.seconds)
        return times.count - 1
      }
      let response = number < responses.count ? responses[number] : "authorization_pending"
      guard response != "timeout" else { throw TransportError.timedOut }
      let json =
        response == "token"
        ? #"{"access_token": "a", "token_type": "Bearer"}"# : #"{"error": "\#(response)"}"#
      return TransportResponse(
        response: HTTPResponse(status: response == "token" ? .ok : .badRequest), body: Array(json.utf8))
    }
  }

  private func run(_ responses: [String]) async throws -> (Result<OAuthToken, any Error>, times: [Double]) {
    let clock = ManualClock(jumps: true)
    let service = Service(clock: clock, times: Shared([]), responses: responses)
    let application = OAuthApplication(
      Client.api.oauth2("user"), clientID: "app",
      configuration: ClientConfiguration(transport: service, middleware: [], clock: clock))
    let device = try await application.device(scopes: ["read"])
    #expect(device.userCode == "WDJB-MJHT")
    #expect(device.completeURL?.query == "c=WDJB-MJHT")
    #expect(device.lifetime == .seconds(60))
    var dumped = "\(device)"
    dump(device, to: &dumped)
    #expect(!dumped.contains("s3cret"))
    do {
      return (.success(try await application.token(for: device)), service.times.now)
    } catch {
      return (.failure(error), service.times.now)
    }
  }

  @Test func itWaitsAsToldTo() async throws {
    let (result, times) = try await run([
      "authorization_pending", "slow_down", "authorization_pending", "token",
    ])
    let token = try result.get()
    #expect(
      token
        == OAuthToken(
          accessToken: "a", scopes: ["read"], requestedScopes: ["read"], account: token.account))
    // Each time five seconds later; after slow_down, ten.
    #expect(times == [5, 10, 20, 30])
  }

  @Test func timeoutsDouble() async throws {
    let (result, times) = try await run(["timeout", "timeout", "token"])
    #expect(try result.get().accessToken == "a")
    #expect(times == [5, 15, 35])
  }

  @Test(arguments: [("access_denied", OAuthError.denied), ("expired_token", .expired)]) func itEnds(
    response: String, error: OAuthError
  ) async throws {
    let (result, times) = try await run([response])
    #expect(throws: error) { try result.get() }
    #expect(times == [5])
  }

  @Test func itExpires() async throws {
    let (result, times) = try await run([])
    #expect(throws: OAuthError.expired) { try result.get() }
    #expect(times == [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
  }
}
