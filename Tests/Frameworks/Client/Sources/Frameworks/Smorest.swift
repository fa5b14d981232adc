import Foundation
import SmorestLibrary
import WGNAPIForms
import WGNAPIResponses
import WGNAPIRuntime

@Sendable func trySmorest(_ address: String, _ checks: inout Checks) async throws {
  let client = SmorestLibrary.Client(server: .init(url: address))
  guard let first = UUID(uuidString: "00000000-0000-0000-0000-000000000001") else { return }
  await checks.check("pages") {
    try await client.books.listBooks(page: 2, pageSize: 1).map(\.title) == ["Emma"]
  }
  await checks.check("values") {
    let book = try await client.books.getBook(bookID: first)
    return book.colour == .lightGreen && book.price == 19.9 && book.serial == 1 << 62 + 1
      && book.printed?.description == "1854-08-09" && book.added == Date(timeIntervalSince1970: 1_767_323_045)
      && book.shelf?.rows == ["a": 1]
  }
  await checks.check("a new book") {
    let book = try await client.books.createBook(
      payload: .init(title: "Persuasion", price: 5.5, shelf: .init(room: "C", rows: [:])))
    return book.title == "Persuasion" && book.price == 5.5 && book.shelf?.room == "C"
  }
  await checks.check("a change") {
    try await client.books.updateBook(bookID: first, payload: .init(title: "Walking")).title == "Walking"
  }
  await checks.check("a removal") {
    try await client.books.deleteBook(bookID: first)
    return true
  }
  let missing = await checks.fails("a missing book", status: 404) {
    _ = try await client.books.getBook(bookID: UUID())
  }
  await checks.check("the body of a failure") {
    missing?.body(as: ErrorValue.self)?.message == "There is no such book."
  }
  await checks.check("an upload") {
    try await client.others.postCover(file: FilePart([1, 2, 3], filename: "a.bin")).text == "a.bin 3"
  }
  await checks.check("a list") { try await client.others.getSearch(tag: ["a", "b,c"]).tags == ["a", "b,c"] }
  await checks.check("a download") { try await client.others.getScan() == Array("%PDF-1.7".utf8) }
}
