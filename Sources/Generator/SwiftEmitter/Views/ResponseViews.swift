/// The header fields of responses.
struct HeadersView: TemplateView {
  static let fields = TemplateFields<HeadersView>(
    HeadView.fields.within { $0.head } + [
      .views("headers", "the fields") { $0.headers.map(FieldView.init) }
    ])

  var head: HeadView
  var headers: [Declaration.HeaderField]

  struct FieldView: TemplateView {
    static let fields = TemplateFields<FieldView>([
      .lines("documentation", "the property's documentation comment") { $0.field.documentation },
      .text("name", "the property's name, in backticks where needed") { SwiftName.escaped($0.field.name) },
      .text("type", "the property's type: `Int?`") {
        "\($0.field.type.text)\($0.field.isRequired ? "" : "?")"
      },
      .text(
        "value", "the expression that decodes the field: `try reader.value(\"X-Total-Count\", as: Int.self)`"
      ) {
        $0.value
      },
    ])

    private let field: Declaration.HeaderField

    init(_ field: Declaration.HeaderField) { self.field = field }

    private var value: String {
      let method =
        field.isList
        ? field.isRequired ? "list" : "optionalList" : field.isRequired ? "value" : "optional"
      return Code.call(
        "try reader.\(method)",
        [.string(field.wireName), (field.coder ?? .own(field.type)).argument, field.constraint?.code]
      ).text
    }
  }
}

/// The cases of a `Response` that depends on the status code.
struct ResponsesView: TemplateView {
  static let fields = TemplateFields<ResponsesView>(
    HeadView.fields.within { $0.head } + [
      .views("cases", "the possible responses") { $0.responses.cases.map(CaseView.init) }
    ])

  var head: HeadView
  var responses: Declaration.ResponsesByStatus

  struct CaseView: TemplateView {
    static let fields = TemplateFields<CaseView>([
      .text("name", "the case's name") { SwiftName.escaped($0.response.name) },
      .lines("documentation", "the case's documentation comment") { $0.response.documentation },
      .optional("type", "the type of its value; missing if there is no body") { $0.response.type?.text },
    ])

    private let response: Declaration.ResponsesByStatus.Case

    init(_ response: Declaration.ResponsesByStatus.Case) { self.response = response }
  }
}
