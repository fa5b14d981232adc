/// Members and parameters of requests that name what is meant, where several things have one address.
package enum RequestSelectors {
  /// In lower case.
  package static let names: Set<String> = [
    "action", "cmd", "command", "func", "function", "method", "op", "operation", "operationname",
  ]
}
