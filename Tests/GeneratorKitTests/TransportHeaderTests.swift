import HTTPTypes
import SpecReader
import Testing
import WGNAPITransport

@Suite struct TransportHeaderTests {
  /// The generator refuses in a spec what the runtime would refuse in a request, and nothing else.
  @Test func areThoseOfTheRuntime() {
    #expect(transportHeaders == HTTPField.Name.framing)
  }
}
