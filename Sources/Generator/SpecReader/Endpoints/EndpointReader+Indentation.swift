import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  /// The definitions without those that are keys of the endpoint above them, and without that endpoint.
  ///
  /// Such keys lack indentation. One error says so, instead of several about what the endpoint lacks and what the keys are.
  func wellIndented(_ definitions: [Definition]) -> [Definition] {
    var result: [Definition] = []
    var strays: [Definition] = []
    func finish() {
      guard let first = strays.first else { return }
      let names = strays.map { "'\($0.name.text)'" }
      let list = names.count == 1 ? "\(names[0]) is a key" : "\(names.joined(separator: ", ")) are keys"
      let owner = result.last.flatMap { $0.name.span.file == first.name.span.file ? $0 : nil }
      let remedy = owner.map { "indent \(names.count == 1 ? "it" : "them") further than '\($0.name.text)'" }
      let advice = remedy ?? "write the endpoint's name above, and indent further"
      report.error(.wrongType, "\(list) of an endpoint; \(advice)", at: first.name.span)
      if owner != nil { result.removeLast() }
      strays = []
    }
    for definition in definitions {
      if strays.last.map({ $0.name.span.file != definition.name.span.file }) ?? false { finish() }
      if isKey(definition) {
        strays.append(definition)
      } else {
        finish()
        result.append(definition)
      }
    }
    finish()
    return result
  }

  /// Whether a definition looks like a key of an endpoint rather than like an endpoint of that name.
  private func isKey(_ definition: Definition) -> Bool {
    guard definition.group.isEmpty, Self.endpointKeys.contains(definition.name.text) else { return false }
    let methods = Endpoint.Method.allCases.map(\.rawValue) + ["methods", "path"]
    return definition.node.mapping == nil || !methods.contains { definition.node[$0] != nil }
  }
}
