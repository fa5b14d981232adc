// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Shop

enum ShopTypes: ModuleTypes {
  static let module = "Shop"

  // Some are deprecated, which is no matter here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Address.self, [\.street, \.country, \.city, \.additionalProperties]),
      ModelType(Card.self, [\.kind, \.number]),
      ModelType(Cash.self, [\.kind]),
      ModelType(Chapter.self, [\.title, \.parts]),
      ModelType(Customer.self, [\.name, \.email]),
      ModelType(Hostile.self, [\.inter, \.initValue]),
      ModelType(Line.self, [\.price, \.sku, \.count]),
      ModelType(Order.self, [\.id, \.placed, \.customer, \.lines, \.payment, \.labels, \.fooBar, \.fooBar2, \.delivery, \.address]),
      ModelType(Order.Delivery.self, [\.street, \.floor]),
      ModelType(Outline.self, [\.chapters]),
      ModelType(Part.self, [\.text]),
      UnionType(Payment.self),
      ModelType(Priced.self, [\.price]),
      ModelType(Retired.self, []),
      ModelType(StrictTree.self, [\.children]),
      ModelType(Tree.self, [\.children]),
      ModelType(TypeValue.self, [\.`class`, \.class2]),
    ]
  }
}
