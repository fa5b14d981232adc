import APIModel

/// The module's error codes.
struct ErrorCodesView: TemplateView {
  static let fields = TemplateFields<ErrorCodesView>([
    .text("name", "the type's name") { $0.name },
    .views("constants", "the codes") { $0.constants },
    .views("retryable", "those after which a request is worth another try") {
      $0.constants.filter(\.isRetryable)
    },
  ])

  let name: String
  let constants: [ErrorCodeView]

  init(_ errors: ErrorNames) {
    name = errors.type
    constants = errors.constants.map(ErrorCodeView.init)
  }
}

/// One error code.
struct ErrorCodeView: TemplateView {
  static let fields = TemplateFields<ErrorCodeView>([
    .text("name", "the constant's name, in backticks where needed") { SwiftName.escaped($0.constant.name) },
    .lines("documentation", "the constant's documentation comment") { view in
      DocComment.lines(
        summary: view.constant.error.documentation.summary,
        details: view.constant.error.documentation.details,
        indent: 2)
    },
    .text("code", "the code, as a literal") { SwiftLiteral.errorCode($0.constant.error.code) },
    .text("message", "the message, as a literal") { SwiftLiteral.string($0.constant.error.message.text) },
  ])

  let constant: ErrorNames.Constant
  var isRetryable: Bool { constant.error.isRetryable }

  init(_ constant: ErrorNames.Constant) { self.constant = constant }
}
