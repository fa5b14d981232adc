import Foundation

/// Throws an error where tests run in parallel: servers answer too late there.
package func checkServersAreAllowed() throws {
  if ProcessInfo.processInfo.environment["WGNAPI_PARALLEL_TESTS"] != nil { throw NoServersInParallel() }
}

private struct NoServersInParallel: Error, CustomStringConvertible {
  let description = "Tests with servers don't run in parallel: list the suite in Scripts/test.sh."
}
