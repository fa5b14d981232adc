// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Shop

enum ShopTypes: ModuleTypes {
  static let module = "Shop"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(Address.self, [\.street, \.country, \.city, \.additionalProperties]),
      ModelType(Choices.self, [\.version, \.listOrMap, \.limited, \.known, \.text, \.time, \.account, \.shape, \.event]),
      UnionType(Choices.TextOrNumber.self),
      UnionType(Choices.ListOrMap.self),
      UnionType(Choices.Limited.self),
      UnionType(Choices.Time.self),
      UnionType(Choices.Account.self),
      UnionType(Choices.Shape.self),
      ModelType(Choices.Shape.Sides.self, [\.sides]),
      ModelType(Choices.Shape.Radius.self, [\.radius]),
      UnionType(Choices.Event.self),
      ModelType(Choices.Event.Opened.self, [\.kind, \.by]),
      ModelType(Choices.Event.Closed.self, [\.kind, \.at]),
      UnionType(Identifier.self),
      UnionType(Either.self),
      ModelType(Live.self, [\.id, \.mail]),
      ModelType(Gone.self, [\.id, \.deleted]),
      ModelType(Hostile.self, [\.inter, \.initValue]),
      ModelType(TypeValue.self, [\.`class`, \.class2]),
      ModelType(Order.self, [\.id, \.placed, \.customer, \.lines, \.payment, \.labels, \.fooBar, \.fooBar2, \.delivery, \.address]),
      ModelType(Order.Delivery.self, [\.street, \.floor]),
      ModelType(Customer.self, [\.name, \.email]),
      ModelType(Line.self, [\.price, \.sku, \.count]),
      ModelType(Priced.self, [\.price]),
      UnionType(Payment.self),
      ModelType(Card.self, [\.kind, \.number]),
      ModelType(Cash.self, [\.kind]),
      ModelType(Point.self, [\.element0, \.element1]),
      ModelType(Retired.self, []),
      ModelType(Outline.self, [\.chapters]),
      ModelType(Chapter.self, [\.title, \.parts]),
      ModelType(Part.self, [\.text]),
      UnionType(Schema.self),
      ModelType(Schema.Object.self, [\.id, \.schema, \.ref, \.anchor, \.dynamicRef, \.dynamicAnchor, \.vocabulary, \.comment, \.defs, \.prefixItems, \.properties, \.patternProperties, \.dependentSchemas, \.allOf, \.anyOf, \.oneOf, \.type, \.`enum`, \.multipleOf, \.maximum, \.exclusiveMaximum, \.minimum, \.exclusiveMinimum, \.maxLength, \.minLength, \.pattern, \.maxItems, \.minItems, \.uniqueItems, \.maxContains, \.minContains, \.maxProperties, \.minProperties, \.required, \.dependentRequired, \.title, \.description, \.deprecated, \.readOnly, \.writeOnly, \.examples, \.format, \.contentEncoding, \.contentMediaType]),
      UnionType(Schema.Object.TypeValueValue.self),
      ModelType(StrictTree.self, [\.children]),
      ModelType(Times.self, [\.at, \.history, \.opening, \.entry]),
      UnionType(Entry.self),
      ModelType(Shift.self, [\.from]),
      ModelType(Tree.self, [\.children]),
    ]
  }
}
