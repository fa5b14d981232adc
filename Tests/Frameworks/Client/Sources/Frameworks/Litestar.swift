import Foundation
import LitestarLibrary
import WGNAPIForms
import WGNAPIResponses
import WGNAPIRuntime

@Sendable func tryLitestar(_ address: String, _ checks: inout Checks) async throws {
  let client = LitestarLibrary.Client(server: .init(url: address))
  guard let first = UUID(uuidString: "00000000-0000-0000-0000-000000000001") else { return }
  await checks.check("pages") {
    let page = try await client.listBooks(limit: 1, offset: 1)
    return page.total == 2 && page.items?.map(\.title) == ["Emma"]
  }
  await checks.check("values") {
    let book = try await client.getBook(bookID: first)
    return book.colour == .lightGreen && book.price == "19.90" && book.serial == 1 << 62 + 1
      && book.printed.description == "1854-08-09" && book.added == Date(timeIntervalSince1970: 1_767_323_045)
      && book.opens == "09:30:00"
  }
  await checks.check("a new book") {
    let book = try await client.getBook(bookID: first)
    return try await client.createBook(payload: book) == book
  }
  await checks.check("a change") {
    try await client.changeBook(bookID: first, payload: .init(title: "Walking")).title == "Walking"
  }
  await checks.check("a removal") {
    try await client.deleteBook(bookID: first)
    return true
  }
  let missing = await checks.fails("a missing book", status: 404) {
    _ = try await client.getBook(bookID: UUID())
  }
  await checks.check("the words of a failure") {
    "\(missing.map { "\($0)" } ?? "")".contains("There is no such book.")
  }
  await checks.check("an upload") {
    try await client.upload(file: FilePart([1, 2, 3], filename: "a.bin"), note: "new") == "a.bin 3 new"
  }
  await checks.check("a download") { try await client.cover() == .picture }
  await checks.check("lists and header fields") {
    let found = try await client.search(tag: ["a", "b,c"], xTrace: "t")
    return found["tags"] == ["a", "b,c"] && found["trace"] == "t"
  }
  await checks.check("header fields of a response") {
    let response = try await client.response(to: CountedRequest())
    return try response.value == ["Walden", "Emma"] && response.typedHeaders.xTotal == "2"
  }
  await checks.check("a text") { try await client.text() == "Plain" }
}
