import APIModel
import SchemaValues

/// Reads requests by the description of their endpoints, without answering them.
package final class RequestReader {
  private let module: MockedModule

  package init(_ module: Module) { self.module = MockedModule(module) }

  /// The values in a request to an endpoint, and what the description doesn't allow.
  ///
  /// - Parameters:
  ///   - endpoint: The index of the endpoint in the module.
  ///   - pathValues: The percent-encoded parts of the path by the names of parameters, as `RouteTable` returns them.
  package func reading(
    of request: MockRequest, endpoint: Int, pathValues: [String: String]
  ) -> RequestReading {
    module.reading(of: request, endpoint, pathValues)
  }
}
