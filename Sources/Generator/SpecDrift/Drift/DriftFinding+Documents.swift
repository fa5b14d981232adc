import GeneratorKit

/// What to change in an exported document, which is written in another language than the specs that it has in its extensions.
extension DriftFinding {
  /// - Parameter advice: what to change in specs.
  func adviceForDocument(_ advice: String?) -> String? {
    switch self {
    case .newKey(let name):
      name == nil ? "describe them with 'additionalProperties'" : "add it to 'properties'"
    case .newValue, .limit, .onlyFailures: advice
    case .null: "let the type be 'null', too"
    case .missingKey: "remove it from 'required'"
    case .newParameter(let name): "add \(name == nil ? "them" : "it") to the parameters or parts"
    case .missingParameter, .missingHeader: "remove its 'required: true'"
    case .otherType: advice == nil ? nil : "write 'type: number'"
    case .otherForm(let form): form.adviceForDocument
    case .newError: "list it under '\(SpecExtension.prefix)errors'"
    case .newEvent: "describe it in the specs that the document was exported from"
    case .newStatus: "describe it under 'responses'"
    case .newMediaType: "add it to 'content'"
    case .newEndpoint: nil
    }
  }
}

extension OtherForm {
  fileprivate var adviceForDocument: String? {
    switch self {
    case .elements: "describe the other elements under 'prefixItems'"
    case .key: "describe the keys as text, without 'propertyNames'"
    case .syntax: "write a wider type, such as 'type: string', if it isn't always so"
    case .repeated: "write an array with 'explode: true'"
    case .repeatedFile: "write an array of files"
    case .format: "write 'type: string' without 'format'"
    case .range: "write a wider type, such as 'type: number'"
    case .failureBody: "describe the status under 'responses', if the service itself answers so"
    case .json, .untoldFailure: nil
    case .additionalKey, .alternative, .newAlternative, .place, .keyword: advice
    }
  }
}
