import Foundation
import HTTPTypes
import Stripe
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime

/// A client of Stripe against a server that behaves like Stripe's.
@Suite(.timeLimit(.minutes(5))) struct StripeTests {
  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.url, like: .main), key: .basic(user: "sk_test_1", password: ""),
      configuration: .quick())
  }

  private static let customer = """
    {"id": "cus_1", "object": "customer", "created": 1767225600, "email": "a@example.com", "livemode": false,
     "address": null, "metadata": {"team": "a"}}
    """
  private static let intent = """
    {"id": "pi_1", "object": "payment_intent", "amount": 1999, "currency": "eur", "status": "succeeded",
     "client_secret": "pi_1_secret_2", "customer": "cus_1", "latest_charge": null, "created": 1767225600}
    """

  @Test func aNestedForm() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.customer)] }
    let customer = try await client(server).customers.create(
      payload: NewCustomer(
        email: "a@example.com", name: "A & B", address: Address(line1: "Straße 1", city: "Köln"),
        invoiceSettings: .init(customFields: [.init(name: "VAT", value: "1+1")]), metadata: ["team": "a"],
        preferredLocales: ["de", "en"]))
    #expect(customer.id == "cus_1")
    #expect(customer.created == Date(timeIntervalSince1970: 1_767_225_600))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/v1/customers")
    #expect(request.fields["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.fields["stripe-version"] == "2025-09-30.clover")
    // "sk_test_1:" in Base64
    #expect(request.fields["authorization"] == "Basic c2tfdGVzdF8xOg==")
    #expect(
      request.form == [
        "email": "a@example.com", "name": "A & B", "address[line1]": "Straße 1", "address[city]": "Köln",
        "invoice_settings[custom_fields][0][name]": "VAT", "invoice_settings[custom_fields][0][value]": "1+1",
        "metadata[team]": "a", "preferred_locales[]": "en",
      ])
    #expect(request.text.contains("preferred_locales%5B%5D=de&preferred_locales%5B%5D=en"))
  }

  @Test func whatIsLeftOfACustomer() async throws {
    let server = try MisbehavingServer { request in
      request.path.hasSuffix("cus_1")
        ? [.response(Self.customer)]
        : [.response(#"{"id": "cus_2", "object": "customer", "deleted": true}"#)]
    }
    let client = client(server)
    guard
      case .customer(let customer) = try await client.customers.get(customer: "cus_1", expand: ["a", "b"])
    else {
      Issue.record("not a customer")
      return
    }
    #expect(customer.metadata == ["team": "a"])
    #expect(server.requests.first?.target == "/v1/customers/cus_1?expand%5B%5D=a&expand%5B%5D=b")
    #expect(
      try await client.customers.get(customer: "cus_2") == .deletedCustomer(DeletedCustomer(id: "cus_2")))
  }

  @Test func aDeclinedCard() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          """
          {"error": {"type": "card_error", "code": "card_declined", "decline_code": "insufficient_funds",
            "message": "Your card has insufficient funds.", "payment_intent": \(Self.intent)}}
          """, status: "402 Payment Required")
      ]
    }
    let error = try await #require(throws: APIError.self) {
      try await client(server).paymentIntents.create(
        payload: NewPaymentIntent(amount: 1_999, currency: "eur", confirm: true))
    }
    #expect(error.status == .paymentRequired)
    #expect(error.code(as: ErrorCode.self) == .cardDeclined)
    let details = try #require(error.body(as: ErrorBody.self)?.error)
    #expect(details.type == .cardError)
    #expect(details.declineCode == "insufficient_funds")
    #expect(details.paymentIntent?.amount == 1_999)
    #expect(!"\(error)".contains("sk_test_1"))
    #expect(server.requests.count == 1)
  }

  /// The same key for all attempts of a call, another one for the next call.
  @Test func idempotencyKeys() async throws {
    let server = try MisbehavingServer { request in
      request.number < 3
        ? [.response(#"{"error": {"type": "api_error", "message": "Oops"}}"#, status: "500 Server Error")]
        : [.response(Self.intent)]
    }
    let client = client(server)
    let payment = NewPaymentIntent(
      amount: 1_999, currency: "eur", automaticPaymentMethods: .init(enabled: true, allowRedirects: .never))
    let intent = try await client.paymentIntents.create(payload: payment)
    #expect(intent.customer == .customerID("cus_1"))
    #expect(intent.latestCharge == nil)
    _ = try await client.paymentIntents.create(payload: payment)
    let keys = server.requests.compactMap { $0.fields["idempotency-key"] }
    #expect(keys.count == 4)
    #expect(Set(keys.prefix(3)).count == 1)
    #expect(Set(keys).count == 2)
    #expect(server.requests.first?.form["automatic_payment_methods[enabled]"] == "true")
  }

  /// Charges 9 to 1, the latest first, two to a page.
  private func charges() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let all = (1...9).reversed().map { $0 }
      func place(_ name: String) -> Int? {
        request.query[name].flatMap { Int($0.dropFirst(3)) }.flatMap { all.firstIndex(of: $0) }
      }
      let size = Int(request.query["limit"] ?? "10") ?? 10
      var range = 0..<min(size, all.count)
      var hasMore = size < all.count
      if let after = place("starting_after") {
        range = after + 1..<min(after + 1 + size, all.count)
        hasMore = range.upperBound < all.count
      } else if let before = place("ending_before") {
        range = max(before - size, 0)..<before
        hasMore = range.lowerBound > 0
      }
      let list = all[range].map {
        """
        {"id": "ch_\($0)", "object": "charge", "amount": \($0), "amount_refunded": 0, "currency": "eur",
         "created": 1767225600, "customer": {"id": "cus_2", "object": "customer", "deleted": true},
         "status": "succeeded", "paid": true, "refunded": false,
         "billing_details": {"address": null, "email": null, "name": null, "phone": null}}
        """
      }
      return [
        .response(
          #"{"object": "list", "url": "/v1/charges", "has_more": \#(hasMore), "data": [\#(list.joined(separator: ","))]}"#
        )
      ]
    }
  }

  @Test func chargesBothWays() async throws {
    let server = try charges()
    let client = client(server)
    var amounts: [Int] = []
    for try await charge in client.items(ChargesListRequest(limit: 4), in: \.data) {
      amounts.append(charge.amount)
      #expect(charge.customer == .deletedCustomer(DeletedCustomer(id: "cus_2")))
    }
    #expect(amounts == [9, 8, 7, 6, 5, 4, 3, 2, 1])
    #expect(server.requests.map { $0.query["starting_after"] } == [nil, "ch_6", "ch_2"])
    amounts = []
    let newer = ChargesListRequest(limit: 4, endingBefore: "ch_3")
    for try await charge in client.items(newer, in: \.data, direction: .backward) {
      amounts.append(charge.amount)
    }
    #expect(amounts == [4, 5, 6, 7, 8, 9])
  }

  @Test func timesAndBoundsOfTimes() async throws {
    let server = try charges()
    let client = client(server)
    let time = Date(timeIntervalSince1970: 1_767_225_600)
    _ = try await client.charges.list(
      customer: "cus_1", created: .timeRange(TimeRange(gte: time, lt: time + 86_400)))
    _ = try await client.charges.list(created: .time(time))
    #expect(
      server.requests.map { $0.target.dropFirst("/v1/charges?".count) } == [
        "customer=cus_1&created%5Bgte%5D=1767225600&created%5Blt%5D=1767312000", "created=1767225600",
      ])
    await #expect(throws: APIError.self) {
      try await client.charges.list(created: .timeRange(TimeRange()))
    }
    #expect(server.requests.count == 2)
  }

  @Test func filesAreAtAnotherServer() async throws {
    let main = try MisbehavingServer { _ in [.response(Self.customer)] }
    let files = try MisbehavingServer { request in
      request.path.hasSuffix("pdf")
        ? [.text("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 4\r\n\r\n%PDF")]
        : [
          .response(
            #"{"id": "file_1", "object": "file", "created": 1767225600, "purpose": "dispute_evidence", "size": 3}"#
          )
        ]
    }
    let client = Client(
      server: Server(url: main.url, like: .main, files: files.url + "v1/"),
      key: .basic(user: "sk_test_1", password: ""), configuration: .quick())
    #expect(try await client.quotes.pdf(quote: "qt_1") == Array("%PDF".utf8))
    #expect(files.requests.first?.target == "/v1/quotes/qt_1/pdf")
    #expect(files.requests.first?.fields["accept"] == "application/pdf, */*;q=0.1")
    let file = try await client.files.upload(
      purpose: .disputeEvidence, file: FilePart([1, 2, 3], filename: "receipt.png", mediaType: "image/png"),
      fileLinkData: .init(create: true))
    #expect(file.id == "file_1")
    let body = try #require(files.requests.last?.text)
    #expect(body.contains(#"name="purpose""#) && body.contains("dispute_evidence"))
    #expect(body.contains(#"filename="receipt.png""#) && body.contains("image/png"))
    // The spec lists the key for this server.
    #expect(files.requests.allSatisfy { $0.fields["authorization"] == "Basic c2tfdGVzdF8xOg==" })
    #expect(main.requests.isEmpty)
  }
}
