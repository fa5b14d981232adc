import Testing
import WGNAPIGenerated

@testable import Kiosk

/// `initializers: requests` of a module.
@Suite struct InitializerTests {
  @Test func `models of requests keep their initializers, others are read or made by the compiler's`() throws
  {
    let read = try PostMessageRequest.Response.decode(Array(#"{"channel": "C1", "ts": "17.5"}"#.utf8))
    #expect(read == PostMessageRequest.Response(channel: "C1", ts: "17.5"))
  }
}
