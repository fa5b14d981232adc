import Foundation
import RESTLibrary
import WGNAPIForms
import WGNAPIResponses
import WGNAPIRuntime

@Sendable func tryDjangoREST(_ address: String, _ checks: inout Checks) async throws {
  let client = RESTLibrary.Client(server: .init(url: address))
  await checks.check("pages") {
    let page = try await client.books.list(page: 1)
    let last = try await client.books.list(page: 2)
    return page.count == 2 && page.results.map(\.title) == ["Walden"] && page.next != nil && last.next == nil
  }
  await checks.check("values") {
    let book = try await client.books.retrieve(id: 1)
    return book.colour == .lightGreen && book.mood == .good && book.price == "19.90"
      && book.serial == 1 << 62 + 1
      && book.printed?.description == "1854-08-09" && book.added == Date(timeIntervalSince1970: 1_767_323_045)
      && book.lentFor == "2 03:00:00" && book.opinions == ["good": [1, nil]] && book.website == nil
  }
  await checks.check("a blank choice") {
    let book = try await client.books.retrieve(id: 2)
    return book.colour == .empty && book.mood == nil
  }
  await checks.check("a new book, and its removal") {
    let book = try await client.books.create(
      payload: .init(
        title: "Persuasion", colour: .red, price: "5.50", serial: 7, added: Date(timeIntervalSince1970: 0),
        website: URL(string: "https://example.com/p")))
    try await client.books.destroy(id: book.id)
    return book.colour == .red && book.price == "5.50" && book.website == URL(string: "https://example.com/p")
  }
  await checks.check("a change") {
    try await client.books.partialUpdate(id: 2, payload: .init(title: "Emma!")).title == "Emma!"
  }
  let missing = await checks.fails("a missing book", status: 404) {
    _ = try await client.books.retrieve(id: 99)
  }
  await checks.check("the body of a failure") { missing?.body(as: Failure.self)?.detail.isEmpty == false }
  await checks.check("an upload") {
    try await client.books.coverCreate(id: 1, file: FilePart([1, 2, 3], filename: "a.bin"), note: "new")
      == "a.bin 3 new"
  }
  await checks.check("a download") { try await client.books.scanRetrieve(id: 1) == Array("%PDF-1.7".utf8) }
  await checks.check("a union") {
    guard case .square(let square) = try await client.shape.shape(kind: .square) else { return false }
    return square.side == 2
  }
  await checks.check("a union in a body") {
    try await client.measure.measure(payload: .circleRequest(.init(kind: "circle", radius: 1.5))) == 1.5
  }
  await checks.check("lists and header fields") {
    let found = try await client.search.search(xTrace: "t", tag: ["a", "b,c"])
    return found["tags"] == ["a", "b,c"] && found["trace"] == "t"
  }
}
