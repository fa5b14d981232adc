import Foundation
import Payments
import Testing
import WGNAPIRuntime

@testable import Clinic
@testable import Parcels

/// The modules that configurations of swift-openapi-generator become are compiled, with the names and types that they ask for.
@Suite struct MigratedModuleTests {
  @Test func namesAndTypesAreThoseOfTheConfiguration() throws {
    let bytes = Array(
      """
      {"id": "7C3F1A52-9A0E-4E3B-8F5D-111111111111", "tracking_no": "a", "price": "12.50", "status": "in_transit",
       "lines": [{"tracking_no": "b", "worth": "1.00"}]}
      """.utf8)
    let shipment = try Parcels.Shipment.decode(bytes)
    #expect(shipment.price == Money(cents: 1250))
    #expect(shipment.id == UUID(uuidString: "7C3F1A52-9A0E-4E3B-8F5D-111111111111"))
    #expect(shipment.status == .onItsWay)
    #expect(shipment.trackingNumber == "a" && shipment.lines?.first?.trackingNumber == "b")
    #expect(ParcelsRequest(order: .price).order == .price)
  }

  @Test func aServersDocumentIsAClient() {
    let client = Clinic.Client(server: .clinic)
    #expect("\(type(of: client))" == "Client")
  }
}
