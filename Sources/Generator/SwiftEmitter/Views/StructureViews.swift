import APIModel

/// A struct with stored properties.
struct StructureView: TemplateView {
  static let fields = TemplateFields<StructureView>(
    HeadView.fields.within { $0.head } + [
      .text(
        "conformance", "`JSONModel`, `PartialModel`, `ModelSlice` or `ResponseEnvelope`, and what it needs"
      ) { $0.conformance },
      .views("properties", "the stored properties") { $0.properties },
      .flag("hasID", "whether it has a property `id` that is always there, so it can be `Identifiable`") {
        view in
        view.structure.properties.contains { $0.name == "id" && !$0.isOptional && $0.deprecation == nil }
      },
      .flag("hasInitializer", "whether it declares its initializer") { $0.hasInitializer },
      .views("parameters", "the properties that the initializer has a parameter for") { view in
        view.properties.filter { $0.property.constant == nil }
      },
      .views("entries", "the properties with entries in the table: all but `additional`") { view in
        view.properties.filter { !$0.property.isAdditional }
      },
      .views("additional", "the property for all other keys; one element at most") { view in
        view.properties.filter(\.property.isAdditional)
      },
      .flag("isTuple", "whether it is an array in JSON") { $0.isTuple },
      .flag("isEmpty", "whether its table has no entries") {
        $0.properties.isEmpty && !$0.structure.isClosed && $0.structure.constraint == nil
      },
      .flag("isClosed", "whether other keys are violations (`additionalProperties: false`)") {
        $0.structure.isClosed
      },
      .optional("constraint", "the constraint on the object as a whole, as an expression") {
        $0.structure.constraint?.code.text
      },
      .texts("extraKeys", "the keys of fields that the service sends only on request, as literals") { view in
        view.selectable.filter(\.isExtra).map { SwiftLiteral.string($0.wireName) }
      },
      .flag("hasExtraKeys", "whether there are any") { $0.selectable.contains(where: \.isExtra) },
      .views("secrets", "the properties whose values descriptions and messages hide") { view in
        view.properties.filter(\.property.isSecret)
      },
      .flag(
        "hasSecrets",
        "whether descriptions must hide a value; `conformance` then includes `CustomReflectable`"
      ) { $0.hasSecrets },
      .views("aliases", "the properties with wrappers; only in modules with partial responses") { view in
        view.selectable.filter { $0.wrapper != nil && $0.deprecation == nil }.map { PropertyView($0) }
      },
      .views(
        "deprecatedProperties",
        "the deprecated properties, only in modules with partial responses; `conformance` then includes "
          + "`DeprecatedFields`"
      ) { view in
        view.selectable.filter { $0.deprecation != nil }.map { PropertyView($0) }
      },
      .flag("hasDeprecatedProperties", "whether there are any") { $0.hasDeprecatedProperties },
    ])

  private let head: HeadView
  private let structure: Declaration.Structure
  private let isTuple: Bool
  private let hasInitializer: Bool
  private let conformance: String
  private let properties: [PropertyView]

  /// - Parameter conformance: The protocol that it conforms to in any case.
  init(
    _ structure: Declaration.Structure, of declaration: Declaration, conformance: String, isTuple: Bool
  ) {
    head = HeadView(declaration)
    hasInitializer = declaration.hasInitializer
    self.structure = structure
    self.isTuple = isTuple
    let stored = structure.properties + (structure.additional.map { [$0] } ?? [])
    properties = stored.map { PropertyView($0, isElement: isTuple) }
    let hasDeprecated = structure.isSelectable && structure.properties.contains { $0.deprecation != nil }
    self.conformance =
      conformance + (hasDeprecated ? ", DeprecatedFields" : "")
      + (stored.contains(where: \.isSecret) ? ", CustomReflectable" : "")
  }

  /// The properties that requests can ask for by name.
  private var selectable: [StoredProperty] { structure.isSelectable ? structure.properties : [] }
  private var hasSecrets: Bool { properties.contains(where: \.property.isSecret) }
  private var hasDeprecatedProperties: Bool { selectable.contains { $0.deprecation != nil } }
}

/// A slice: a struct that also lists the fields to request.
struct SliceView: TemplateView {
  static let fields = TemplateFields<SliceView>(
    StructureView.fields.within { $0.structure } + [
      .text("base", "the type of which it is a slice") { $0.slice.base },
      .texts("fields", "the paths of its fields, as literals") { $0.slice.fields.map(SwiftLiteral.string) },
      .texts("extraFields", "the paths of fields that the service sends only on request, as literals") {
        $0.slice.extraFields.map(SwiftLiteral.string)
      },
      .flag("hasExtraFields", "whether there are any") { !$0.slice.extraFields.isEmpty },
    ])

  let structure: StructureView
  let slice: Declaration.SliceFields
}

/// A stored property.
struct PropertyView: TemplateView {
  static let fields = TemplateFields<PropertyView>([
    .text("name", "the property's name, in backticks where needed") { SwiftName.escaped($0.property.name) },
    .text("plainName", "the name without backticks, for `self.name` and texts") { $0.property.name },
    .text("bareName", "the name, but `default_` for a keyword: macros can't handle names in backticks") {
      view in
      swiftKeywords.contains(view.property.name) ? view.property.name + "_" : view.property.name
    },
    .lines("documentation", "the property's documentation comment") { $0.property.documentation },
    .text("type", "the property's type: `Int?`") { $0.property.declaredType.text },
    .text("wireName", "the key in JSON, as a literal") { SwiftLiteral.string($0.property.wireName) },
    .flag("isOptional", "whether the value may be missing or null; `type` then ends with `?`") {
      $0.property.isOptional
    },
    .flag("isSecret", "whether descriptions must hide the value") { $0.property.isSecret },
    .optional("default", "the default of the initializer's parameter") { $0.property.defaultArgument },
    .optional("constant", "the only possible value; the initializer then has no parameter for it") {
      $0.property.constant?.text
    },
    .optional(
      "wrapper",
      "the property wrapper that the runtime needs, such as `Nullable`; a property with one is a `var`"
    ) { $0.property.wrapper?.rawValue },
    .optional("deprecation", "the `@available` attribute of a deprecated property") {
      $0.property.deprecation.map(deprecationAttribute)
    },
    .text(
      "storedName",
      "the name of what is stored: `name`, or for a deprecated property another, so the type can use it without a warning"
    ) { $0.property.storedName },
    .text(
      "storage",
      "what the initializer assigns to: `self.total`, or `storedName` of a deprecated property"
    ) {
      $0.property.deprecation == nil ? "self.\($0.property.name)" : $0.property.storedName
    },
    .text("value", "what the initializer assigns: `constant`, or the parameter's name") {
      $0.property.constant?.text ?? SwiftName.escaped($0.property.name)
    },
    .text(
      "presence",
      "the table's method for it: `required`, `optional`, `nullable`, …; in a tuple `element`, `optionalElement` or `lenientElement`"
    ) {
      let presence = $0.property.presence
      guard $0.isElement else { return presence.rawValue }
      return presence == .required ? "element" : presence.rawValue + "Element"
    },
    .text("keyPath", "the key path of what is stored: `\\.total`, or `\\._total` with a wrapper") {
      $0.property.keyPath
    },
    .optional("coder", "the argument that says how the value is read and written, if its type doesn't") {
      $0.coder?.argument.text
    },
    .optional("constraint", "the argument with the limits of the value: `[.minimum(0)]`") {
      $0.property.constraint?.code.text
    },
    .text(
      "arguments", "the arguments of its entry in the table: `wireName`, `keyPath`, `coder` and `constraint`"
    ) { $0.arguments },
  ])

  fileprivate let property: StoredProperty
  /// Whether it is an element of an array, and so has no key.
  private let isElement: Bool

  init(_ property: StoredProperty, isElement: Bool = false) {
    self.property = property
    self.isElement = isElement
  }

  private var arguments: String {
    let hasKey = !isElement && !property.isAdditional
    return [
      hasKey ? SwiftLiteral.string(property.wireName) : nil, property.keyPath, coder?.argument.text,
      property.constraint?.code.text,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private var coder: Coder? {
    property.wrapper == .boxed ? property.coder.map(Coder.box) : property.coder
  }
}
