import SpecYAML

extension APIReader {
  /// The name of the component, or of the file, that a response is a reference to.
  func componentName(of written: Located) -> String? {
    guard let reference = written["$ref"], let text = reference.node.text,
      let target = documents.target(of: text, from: reference)
    else { return nil }
    let place = documents.dialect.place(of: "responses")
    let isComponent = target.path.count == place.count + 1 && target.path.starts(with: place)
    return isComponent || target.path.isEmpty ? target.name : nil
  }
}
