import Bookshop
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// The client of an OpenAPI document, against a server on the loopback.
@Suite(.timeLimit(.minutes(5))) struct OpenAPIClientTests {
  private func response(
    _ status: String, _ body: String, type: String = "application/json", fields: String = ""
  )
    throws -> MisbehavingServer
  {
    try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
        )
      ]
    }
  }

  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .sandbox), token: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
  }

  private let book =
    #"{"isbn": "9780000000001", "title": "A", "price": {"amount": 2.5, "currency": "EUR"}, "format": "e-book"}"#

  @Test func sendsParametersInTheirStyles() async throws {
    let server = try response(
      "200 OK", #"{"data": [\#(book)], "has_more": false}"#, fields: "X-Total: 7\r\n")
    let request = BooksListAllRequest(
      limit: 2, tag: ["a b", "c"], ids: [1, 2], expand: ["authors", "stock"], sort: .priceDescending,
      since: .integer(5))
    let received = try await client(server).response(to: request)
    #expect(received.value.data.first?.format == .eBook)
    #expect(try received.typedHeaders.xTotal == 7)
    let sent = try #require(server.requests.first)
    #expect(
      sent.target
        == "/books?limit=2&tag=a%20b&tag=c&ids=1,2&expand%5B%5D=authors&expand%5B%5D=stock&sort=-price&since=5"
    )
    #expect(sent.fields["authorization"] == nil)
  }

  @Test func tellsResponsesApart() async throws {
    let server = try response("201 Created", book)
    guard case .created(let value) = try await client(server).books.createBook(payload: sample()) else {
      throw Unexpected()
    }
    #expect(value.price.amount == 2.5)
    let silent = try response("204 No Content", "")
    #expect(try await client(silent).books.createBook(payload: sample()) == .noContent)
    let slow = try response("202 Accepted", #"{"id": "j", "state": "waiting"}"#)
    #expect(try await client(slow).books.createBook(payload: sample()) == .accepted(Job(id: "j")))
    #expect([server, silent, slow].map(\.requests.count) == [1, 1, 1])
  }

  @Test func throwsTypedFailures() async throws {
    let problem = #"{"code": "x", "message": null}"#
    let server = try response("422 Unprocessable Content", problem, type: "application/problem+json")
    let error = try await #require(throws: APIError.self) {
      _ = try await client(server).createOrder(payload: NewOrder(lines: [.init(isbn: "9780000000001")]))
    }
    #expect(error.status == 422)
    #expect(error.body(as: Problem.self)?.code == "x")
    #expect(server.requests.first?.fields["authorization"] == "Bearer secret")
    let listing = try await #require(throws: APIError.self) { _ = try await client(server).books.listAll() }
    #expect(listing.body(as: Problem.self)?.message == nil)
  }

  @Test func readsComposedModelsAndUnions() throws {
    let order = try Order.decode(
      Array(
        #"{"id": "1", "object": "order", "created": 1700000000, "payment": {"kind": "cash", "given": 5}, "address": null}"#
          .utf8))
    #expect(order.payment == .cashPayment(.init(given: 5)))
    #expect(order.created == Date(timeIntervalSince1970: 1_700_000_000))
    let invoice = try JSON.decode(
      Payment.self, from: Array(#"{"kind": "invoice", "due": "2026-11-22"}"#.utf8))
    guard case .invoice(let value) = invoice else { throw Unexpected() }
    #expect(value.due == CalendarDate(year: 2026, month: 11, day: 22))
    #expect(
      try JSON.decode(Payment.self, from: Array(#"{"kind": "barter"}"#.utf8)).encodedText.contains("barter"))
    let event = try Event.decode(
      Array(#"{"type": 2, "at": "2026-11-22T10:00:00Z", "value": 3, "pair": ["a", 1], "children": []}"#.utf8))
    #expect(event.type == .returned)
    #expect(event.value == .integer(3))
    #expect(event.pair?.element1 == 1)
  }

  @Test func sendsForms() async throws {
    let server = try response(
      "200 OK", #"{"id": "1", "object": "order", "created": 1, "payment": {"kind": "card", "last4": "1234"}}"#
    )
    let payload = NewOrder(
      lines: [.init(isbn: "9780000000001", count: 2)], address: Address(city: "Bonn"), metadata: ["k": "v w"])
    let order = try await client(server).createOrder(payload: payload)
    #expect(order.payment == .card(Card(last4: "1234")))
    let sent = try #require(server.requests.first)
    #expect(sent.fields["content-type"] == "application/x-www-form-urlencoded")
    #expect(String(decoding: sent.body, as: UTF8.self).contains("address%5Bcity%5D=Bonn"))
  }

  @Test func readsStreams() async throws {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"),
        .text("data: {\"delta\": \"a\"}\n\ndata: {\"delta\": \"b\"}\n\ndata: [DONE]\n\n"), .close,
      ]
    }
    var text = ""
    for try await part in try await client(server).askStream(payload: AskPayload(question: "?")) {
      text += part.delta
    }
    #expect(text == "ab")
  }

  private func sample() throws -> BookInput { try BookInput.decode(Array(book.utf8)) }

  private struct Unexpected: Error {}
}

extension JSONValue {
  fileprivate var encodedText: String {
    (try? JSON.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
