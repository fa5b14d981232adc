/// The kind of value that a name in a template has.
indirect enum TemplateType: Sendable {
  case text
  /// Comes of transforms only: `count(properties)`.
  case number
  case flag
  case list(TemplateType)
  /// Something with names of its own.
  case view([TemplateName])
}

/// A name that a view answers for, as templates and their documentation know it.
struct TemplateName: Sendable {
  let name: String
  let type: TemplateType
  /// What the documentation calls the type: `text?`.
  let kind: String
  /// What the documentation says of the value.
  let about: String
}

/// The value of a name.
enum TemplateValue: Sendable {
  /// Nil where there is nothing to say.
  case text(String?)
  case flag(Bool)
  case texts([String])
  case views([any TemplateView])
}

/// A name of a view, with its value.
struct TemplateField<View>: Sendable {
  let name: TemplateName
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

  static func text(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> String) -> Self {
    Self(name, .text, "text", about) { .text(value($0)) }
  }

  /// A text that may be missing.
  static func optional(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> String?)
    -> Self
  {
    Self(name, .text, "text?", about) { .text(value($0)) }
  }

  static func flag(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> Bool) -> Self {
    Self(name, .flag, "boolean", about) { .flag(value($0)) }
  }

  static func texts(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [String]) -> Self
  {
    Self(name, .list(.text), "list of texts", about) { .texts(value($0)) }
  }

  /// Texts for printing one by one.
  static func lines(_ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [String]) -> Self
  {
    Self(name, .list(.text), "lines", about) { .texts(value($0)) }
  }

  static func views<Element: TemplateView>(
    _ name: String, _ about: String, _ value: @escaping @Sendable (View) -> [Element]
  ) -> Self {
    Self(name, .list(.view(Element.fields.names)), "list", about) { .views(value($0)) }
  }

  /// The same name of a view that holds this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> View) -> TemplateField<Outer> {
    TemplateField<Outer>(name: name) { value(part($0)) }
  }
}

/// All names of a view: the one list by which templates are checked, rendered and documented.
struct TemplateFields<View>: Sendable {
  private let all: [TemplateField<View>]
  private let positions: [String: Int]

  init(_ all: [TemplateField<View>]) {
    self.all = all
    positions = Dictionary(all.indices.map { (all[$0].name.name, $0) }) { first, _ in first }
  }

  var names: [TemplateName] { all.map(\.name) }

  func value(of name: String, in view: View) -> TemplateValue? { positions[name].map { all[$0].value(view) } }

  /// The names as those of a view that holds this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> View) -> [TemplateField<Outer>] {
    all.map { $0.within(part) }
  }
}
