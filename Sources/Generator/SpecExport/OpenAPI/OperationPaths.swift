import APIModel
import Diagnostics

/// The paths of operations. A document has one operation for each method of a path, so others have a name after `#`, which isn't
/// sent.
struct OperationPaths {
  /// The paths by the operations' ids.
  private(set) var paths: [String: String] = [:]
  /// The operations whose paths have a fragment.
  private(set) var repeated: [Endpoint] = []

  init(_ module: Module) {
    var taken: Set<String> = []
    for endpoint in module.endpoints {
      let path = "/" + (endpoint.urlParameter == nil ? endpoint.path.text : endpoint.pathOfItsOwn)
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
