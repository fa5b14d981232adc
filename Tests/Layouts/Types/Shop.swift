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
      ModelType(Card.self, [\.kind, \.number]),
      ModelType(Cash.self, [\.kind]),
      ModelType(Customer.self, [\.name, \.email]),
      ModelType(Line.self, [\.price, \.sku, \.count]),
      ModelType(Order.self, [\.id, \.placed, \.customer, \.lines, \.payment, \.labels, \.fooBar, \.fooBar2, \.delivery, \.address]),
      ModelType(Order.Delivery.self, [\.street, \.floor]),
      UnionType(Payment.self),
      ModelType(Point.self, [\.element0, \.element1]),
      ModelType(Priced.self, [\.price]),
      ModelType(Retired.self, []),
      ModelType(Chapter.self, [\.title, \.parts]),
      ModelType(Outline.self, [\.chapters]),
      ModelType(Part.self, [\.text]),
      ModelType(Choices.self, [\.version, \.listOrMap, \.limited, \.known, \.text, \.time, \.account, \.shape, \.event]),
      UnionType(Choices.TextOrNumber.self),
      UnionType(Choices.ListOrMap.self),
      UnionType(Choices.Limited.self),
      UnionType(Choices.Time.self),
      UnionType(Choices.Account.self),
      UnionType(Choices.Shape.self),
      ModelType(Choices.Shape.Object.self, [\.sides]),
      ModelType(Choices.Shape.Object2.self, [\.radius]),
      UnionType(Choices.Event.self),
      ModelType(Choices.Event.Object.self, [\.kind, \.by]),
      ModelType(Choices.Event.Object2.self, [\.kind, \.at]),
      UnionType(Either.self),
      ModelType(Gone.self, [\.id, \.deleted]),
      UnionType(Identifier.self),
      ModelType(Live.self, [\.id, \.mail]),
      UnionType(Entry.self),
      ModelType(Shift.self, [\.from]),
      ModelType(Times.self, [\.at, \.history, \.opening, \.entry]),
      ModelType(Hostile.self, [\.inter, \.initValue]),
      ModelType(TypeValue.self, [\.`class`, \.class2]),
      UnionType(SchemaValue.self),
      ModelType(SchemaValue.Object.self, [\.id, \.schema, \.ref, \.anchor, \.dynamicRef, \.dynamicAnchor, \.vocabulary, \.comment, \.defs, \.prefixItems, \.properties, \.patternProperties, \.dependentSchemas, \.allOf, \.anyOf, \.oneOf, \.type, \.`enum`, \.multipleOf, \.maximum, \.exclusiveMaximum, \.minimum, \.exclusiveMinimum, \.maxLength, \.minLength, \.pattern, \.maxItems, \.minItems, \.uniqueItems, \.maxContains, \.minContains, \.maxProperties, \.minProperties, \.required, \.dependentRequired, \.title, \.description, \.deprecated, \.readOnly, \.writeOnly, \.examples, \.format, \.contentEncoding, \.contentMediaType]),
      UnionType(SchemaValue.Object.TypeValueValue.self),
      ModelType(StrictTree.self, [\.children]),
      ModelType(Tree.self, [\.children]),
    ]
  }
}
