/// The type of a name's value in a template.
package indirect enum TemplateType: Sendable {
  case text
  /// Only from transforms: `count(properties)`.
  case number
  case flag
  case list(TemplateType)
  /// A value with names of its own.
  case view([TemplateName])
}

/// A name of a view, for templates and their documentation.
package struct TemplateName: Sendable {
  package let name: String
  package let type: TemplateType
  /// The type in the documentation: `text?`.
  package let kind: String
  /// The description in the documentation.
  package let about: String
}

/// The value of a name.
package enum TemplateValue: Sendable {
  /// Nil for a missing text.
  case text(String?)
  /// Markup in the language of the template, which isn't escaped; nil if it is missing.
  case markup(String?)
  case flag(Bool)
  case texts([String])
  case views([any TemplateView])
}

/// A name of a view, with its value.
package struct TemplateField<View>: Sendable {
  package let name: TemplateName
  let value: @Sendable (View) -> TemplateValue

  private init(
    _ name: String, _ type: TemplateType, _ kind: String, _ about: String,
    _ value: @escaping @Sendable (View) -> TemplateValue
  ) {
    self.name = TemplateName(name: name, type: type, kind: kind, about: about)
    self.value = value
  }

  private init(name: TemplateName, value: @escaping @Sendable (View) -> TemplateValue) {
    self.name = name
    self.value = value
  }

  package static func text(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> String)
    -> Self
  {
    Self(name, .text, "text", about) { .text(value($0)) }
  }

  /// A text that may be missing.
  package static func optional(
    _ name: String, _ about: String, _ value: @escaping @Sendable (View) -> String?
  )
    -> Self
  {
    Self(name, .text, "text?", about) { .text(value($0)) }
  }

  /// A text in the language of the template, which may be missing.
  package static func markup(
    _ name: String, _ about: String, _ value: @escaping @Sendable (View) -> String?
  ) -> Self {
    Self(name, .text, "HTML?", about) { .markup(value($0)) }
  }

  package static func flag(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> Bool)
    -> Self
  {
    Self(name, .flag, "boolean", about) { .flag(value($0)) }
  }

  package static func texts(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [String])
    -> Self
  {
    Self(name, .list(.text), "list of texts", about) { .texts(value($0)) }
  }

  /// Texts that are printed one by one.
  package static func lines(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [String])
    -> Self
  {
    Self(name, .list(.text), "lines", about) { .texts(value($0)) }
  }

  package static func views<Element: TemplateView>(
    _ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [Element]
  ) -> Self {
    Self(name, .list(.view(Element.fields.names)), "list", about) { .views(value($0)) }
  }

  /// The same name in a view that contains this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> View) -> TemplateField<Outer> {
    TemplateField<Outer>(name: name) { value(part($0)) }
  }
}

/// All names of a view: the only list for checking, rendering and documenting templates.
package struct TemplateFields<View>: Sendable {
  private let all: [TemplateField<View>]
  private let positions: [String: Int]

  package init(_ all: [TemplateField<View>]) {
    self.all = all
    positions = Dictionary(all.indices.map { (all[$0].name.name, $0) }) { first, _ in first }
  }

  package var names: [TemplateName] { all.map(\.name) }

  func value(of name: String, in view: View) -> TemplateValue? { positions[name].map { all[$0].value(view) } }

  /// The names in a view that contains this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> View) -> [TemplateField<Outer>] {
    all.map { $0.within(part) }
  }
}
