// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Bookshop

enum BookshopTypes: ModuleTypes {
  static let module = "Bookshop"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      UnionType(BooksListAllRequest.Since.self),
      ModelType(Job.self, [\.id, \.state]),
      ModelType(BookInput.self, [\.isbn, \.title, \.price, \.format, \.authors, \.published, \.extra]),
      ModelType(BookPage.self, [\.data, \.hasMore]),
      ModelType(Price.self, [\.amount, \.currency]),
      ModelType(Problem.self, [\.code, \.details]),
      ModelType(Book.self, [\.isbn, \.title, \.price, \.format, \.stock, \.authors, \.published, \.extra]),
      ModelType(Author.self, [\.name, \.preferredFormat]),
      ModelType(UpdateBookRequest.Payload.self, [\.price]),
      ModelType(GetCoverRequest.JSONValueResponse.self, [\.url]),
      ModelType(AskPayload.self, [\.question, \.stream]),
      ModelType(NewOrder.self, [\.lines, \.address, \.metadata]),
      ModelType(NewOrder.Lines.self, [\.isbn, \.count]),
      ModelType(Address.self, [\.street, \.city]),
      ModelType(Order.self, [\.id, \.object, \.created, \.payment]),
      UnionType(Payment.self),
      ModelType(Payment.CashPayment.self, [\.kind, \.given]),
      ModelType(Card.self, [\.kind, \.last4]),
      ModelType(Invoice.self, [\.kind, \.due]),
      ModelType(Reply.self, [\.text]),
      ModelType(ReplyPart.self, [\.delta]),
      ModelType(Event.self, [\.type, \.at, \.pair, \.spread, \.children]),
      UnionType(Event.ValueValue.self),
      ModelType(Event.Pair.self, [\.element0, \.element1]),
      ModelType(Event.Spread.self, [\.element0, \.element1]),
    ]
  }
}
