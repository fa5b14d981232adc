import Foundation
import NinjaLibrary
import WGNAPIForms
import WGNAPIResponses
import WGNAPIRuntime

@Sendable func tryNinja(_ address: String, _ checks: inout Checks) async throws {
  let client = NinjaLibrary.Client(server: .init(url: address))
  guard let first = UUID(uuidString: "00000000-0000-0000-0000-000000000001") else { return }
  await checks.check("pages") {
    let page = try await client.books.listBooks(limit: 1, offset: 1)
    return page.count == 2 && page.items.map(\.title) == ["Emma"]
  }
  await checks.check("values") {
    let book = try await client.books.getBook(bookID: first)
    return book.colour == .lightGreen && book.price == "19.90" && book.serial == 1 << 62 + 1
      && book.printed?.description == "1854-08-09" && book.added == Date(timeIntervalSince1970: 1_767_323_045)
  }
  await checks.check("a new book") {
    let book = try await client.books.createBook(
      payload: .init(title: "Persuasion", price: .string("5.50")))
    return book.title == "Persuasion" && book.price == "5.50"
  }
  await checks.check("a change") {
    try await client.books.changeBook(bookID: first, payload: .init(title: "Walking")).title == "Walking"
  }
  await checks.check("a removal") {
    try await client.books.deleteBook(bookID: first)
    return true
  }
  let missing = await checks.fails("a missing book", status: 404) {
    _ = try await client.books.getBook(bookID: UUID())
  }
  await checks.check("the body of a failure") { missing?.body(as: Missing.self)?.code == "gone" }
  await checks.check("a union") {
    let shapes = try await client.shapes()
    guard shapes.count == 2, case .circle(let circle) = shapes[0], case .square(let square) = shapes[1] else {
      return false
    }
    return circle.radius == 1.5 && square.side == 2
  }
  await checks.check("a union in a body") {
    try await client.measure(payload: .circle(.init(radius: 1.5))) == 1.5
  }
  await checks.check("an upload") {
    try await client.upload(file: FilePart([1, 2, 3], filename: "a.bin"), note: "new") == "a.bin 3 new"
  }
  await checks.check("lists and header fields") {
    let found = try await client.search(tag: ["a", "b,c"], xTrace: "t")
    return found["tags"] == ["a", "b,c"] && found["trace"] == "t"
  }
  await checks.check("a form") {
    try await client.login(payload: .init(username: "u", password: "p")) == ["token": "up"]
  }
}
