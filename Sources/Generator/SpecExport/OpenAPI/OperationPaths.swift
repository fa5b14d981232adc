import APIModel
import Diagnostics

/// The paths of operations. A document has one operation for each method of a path, so others have a name after `#`, which isn't
/// sent.
struct OperationPaths {
  /// The paths by the operations' ids.
  private(set) var paths: [String: String] = [:]
  /// The operations whose paths have a fragment.
  private(set) var repeated: [Endpoint] = []
  /// Paths that differ only in the names of their parameters.
  private(set) var alike: [(first: Name, second: Name)] = []

  init(_ module: Module) {
    var taken: Set<String> = []
    var forms: [String: Name] = [:]
    for endpoint in module.endpoints {
      let path = "/" + (endpoint.urlParameter == nil ? endpoint.path.text : endpoint.pathOfItsOwn)
      let form = path.replacing(/\{[^}]*\}/, with: "{}")
      if let known = forms[form] {
        if known.text != endpoint.path.text { alike.append((known, endpoint.path)) }
      } else {
        forms[form] = endpoint.path
      }
      let keys = endpoint.methods.map { "\($0.rawValue) \(path)" }
      guard keys.contains(where: taken.contains) else {
        taken.formUnion(keys)
        paths[endpoint.operation] = path
        continue
      }
      repeated.append(endpoint)
      paths[endpoint.operation] = "\(path)#\(endpoint.operation)"
    }
  }
}
