import Shelf
import Testing
import WGNAPIPartial
import WGNAPIRuntime

@testable import Desk

/// Code from templates that aren't the bundled ones, for modules with other access levels than `public`.
@Suite struct OwnTemplateTests {
  @Test func aModelHasVariablesAndAnIdentity() throws {
    var loan = try Loan.decode(Array(#"{"id": 7, "title": "Emma", "state": "lent"}"#.utf8))
    loan.title = "Persuasion"
    #expect(loan.id == 7)
    #expect(isIdentified(loan, by: LoanID(rawValue: 7)))
    let text = try String(decoding: loan.encoded(), as: UTF8.self)
    #expect(text == #"{"id":7,"title":"Persuasion","state":"lent"}"#)
  }

  private func isIdentified<Value: Identifiable>(_ value: Value, by id: Value.ID) -> Bool { value.id == id }

  @Test func aModelHasAnObservableClass() {
    let draft = Loan.Draft(Loan(id: 7, title: "Emma", state: .lent))
    draft.state = .overdue
    #expect(draft.state == .overdue)
  }

  @Test func aFileListsTheRequests() {
    #expect(Desk.Requests.all.map { name($0) } == ["listLoans", "endLoan"])
  }

  private func name<Request: APIRequest>(_ type: Request.Type) -> String { type.endpoint.name }

  @Test func declarationsOfThePackageAreSeenFromOtherTargets() throws {
    let book = try Shelf.Book.decode(Array(#"{"isbn": "0", "pages": 1}"#.utf8))
    #expect(book.pages == 1)
  }

  @Test func partsOfModelsAreSeenFromOtherTargets() throws {
    let request = Shelf.FindBookRequest(isbn: "0").selecting([\.pages])
    #expect(try request.query.map { "\($0.name)=\($0.value)" } == ["only=pages"])
    let part = try Partial<Shelf.Book>.decode(Array(#"{"pages": 1}"#.utf8), fields: [\.pages])
    #expect(part.pages == .value(1) && part.isbn == .notRequested)
  }
}
