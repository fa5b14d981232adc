import FastLibrary
import Foundation
import WGNAPIForms
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPIStreams

@Sendable func tryFastAPI(_ address: String, _ checks: inout Checks) async throws {
  let client = FastLibrary.Client(server: .init(url: address))
  guard let first = UUID(uuidString: "00000000-0000-0000-0000-000000000001") else { return }
  await checks.check("pages") {
    let page = try await client.listBooks(after: 0, size: 1)
    let last = try await client.listBooks(after: 1, size: 1)
    return page.items.map(\.title) == ["Walden"] && page.next == "/books?after=1&size=1" && last.next == nil
  }
  await checks.check("values") {
    let book = try await client.readBook(bookID: first)
    return book.colour == .lightGreen && book.level == ._2 && book.price == "19.90" && book.serial == 1 << 62 + 1
      && book.printed?.description == "1854-08-09" && book.added == Date(timeIntervalSince1970: 1_767_323_045)
      && book.lentFor == "P2DT3H"
  }
  await checks.check("a new book") {
    let book = try await client.createBook(
      payload: .init(title: "Persuasion", colour: nil, price: .number(5.5), copies: 2))
    return book.title == "Persuasion" && book.colour == nil && book.price == "5.5"
  }
  await checks.check("a change") {
    try await client.changeBook(bookID: first, payload: .init(title: "Walking")).title == "Walking"
  }
  await checks.check("a removal of a value") {
    var change = BookChange()
    change.$colour = .null
    return try await client.changeBook(bookID: first, payload: change).colour == nil
  }
  await checks.check("a removal") {
    try await client.deleteBook(bookID: first)
    return true
  }
  let missing = await checks.fails("a missing book", status: 404) { _ = try await client.readBook(bookID: UUID()) }
  await checks.check("the body of a failure") { missing?.body(as: Missing.self)?.code == "gone" }
  let invalid = await checks.fails("an invalid book", status: 422) {
    _ = try await client.createBook(payload: .init(title: "A", price: .string("much"), copies: 2))
  }
  await checks.check("what is invalid") { invalid?.body(as: HTTPValidationError.self)?.detail?.isEmpty == false }
  await checks.check("a union") {
    let shapes = try await client.shapes()
    guard shapes.count == 2, case .circle(let circle) = shapes[0], case .square(let square) = shapes[1] else { return false }
    return circle.radius == 1.5 && square.side == 2
  }
  await checks.check("a union in a body") {
    try await client.measure(payload: .square(.init(kind: "square", side: 4))) == 4
  }
  await checks.check("a tree") { try await client.tree().children?.first?.name == "leaf" }
  await checks.check("an upload") {
    try await client.upload(file: FilePart([1, 2, 3], filename: "a.bin"), note: "new") == "a.bin 3 new"
  }
  await checks.check("lists and header fields") {
    let found = try await client.search(tag: ["a", "b,c"], level: ._2, xTrace: "t")
    return found["tags"] == ["a", "b,c"] && found["level"] == 2 && found["trace"] == "t"
  }
  await checks.check("a form") { try await client.login(payload: .init(username: "u", password: "p")) == ["token": "up"] }
  await checks.check("a text") { try await client.text() == "Plain" }
}
