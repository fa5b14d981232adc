import HTTPTypes
import SpecReader
import Testing
import WGNAPITransport

@Suite struct TransportHeaderTests {
  /// The generator rejects in specs exactly what the runtime rejects in requests.
  @Test func areThoseOfTheRuntime() {
    #expect(transportHeaders == Set(HTTPField.Name.framing))
  }
}
