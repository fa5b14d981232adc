import APIModel
import CallComposing

extension RequestExpression {
  /// The expression that makes a request with the arguments of a test; nil if there is none.
  func code(_ arguments: CallArguments, _ endpoint: Endpoint, _ declaration: RequestDeclaration) -> Code? {
    let values = Arguments(
      parameters: arguments.parameters.mapValues { .value($0) },
      parts: arguments.parts.mapValues(Value.init), body: arguments.body.map(Value.init),
      alternative: arguments.alternative, token: arguments.token.map { .text($0) })
    return self.arguments(values, of: endpoint, declaration).map {
      .call("\(module.name.text).\(declaration.name)", $0)
    }
  }
}

extension SwiftCall.Value {
  fileprivate init(_ content: CallArguments.Content) {
    self =
      switch content {
      case .value(let value): .value(value)
      case .text(let text): .text(text)
      case .file(let file): .contents([file])
      case .files(let files): .contents(files)
      }
  }
}
