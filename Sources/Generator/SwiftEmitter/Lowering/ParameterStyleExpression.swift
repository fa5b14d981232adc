import APIModel

extension EndpointLowering {
  /// `style: .matrix(exploded: true)`; nil if the value is written as without a style.
  func style(of parameter: Parameter) -> Code? { expression(of: parameter)?.needing(.forms) }

  private func expression(of parameter: Parameter) -> Code? {
    guard let style = parameter.style else {
      return parameter.keepsReserved ? "style: \(reservedStyle(of: parameter))" : nil
    }
    let isPlain = [.form, .simple].contains(style.kind) && !parameter.keepsReserved
    if isPlain, isScalar(parameter.schema) { return nil }
    return "style: \(self.expression(of: style, parameter.keepsReserved))"
  }

  /// `.matrix(exploded: true)`
  func expression(of style: Parameter.Style, _ keepsReserved: Bool) -> Code {
    var arguments: [Code?] = []
    switch style.kind {
    case .form, .simple, .label, .matrix:
      if style.isExploded != style.kind.isExplodedByDefault {
        arguments.append("exploded: \(style.isExploded ? "true" : "false")")
      }
    case .deepObject: arguments.append(style.lists == .brackets ? nil : "lists: .\(style.lists.rawValue)")
    case .spaceDelimited, .pipeDelimited, .json: break
    }
    if keepsReserved { arguments.append("reserved: true") }
    return .call(".\(style.kind.rawValue)", arguments)
  }

  private func reservedStyle(of parameter: Parameter) -> Code {
    let kind = parameter.location.defaultStyle
    return .call(
      ".\(kind.rawValue)", [kind.isExplodedByDefault ? "exploded: false" : nil, "reserved: true"])
  }

  private func isScalar(_ schema: Schema) -> Bool {
    switch schemas.index.shape(of: schemas.index.resolved(schema).schema) {
    case .scalar, .enumeration: true
    default: false
    }
  }
}
