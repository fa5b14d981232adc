import Foundation

// Arguments: the name of a framework and the address of its server, for each of them.
let arguments = Array(CommandLine.arguments.dropFirst())
let frameworks: [String: @Sendable (String, inout Checks) async throws -> Void] = [
  "fastapi": tryFastAPI, "django_rest": tryDjangoREST, "ninja": tryNinja, "litestar": tryLitestar, "smorest": trySmorest,
]
var hasFailed = arguments.isEmpty
for (name, address) in zip(arguments, arguments.dropFirst()) {
  guard let test = frameworks[name] else { continue }
  var checks = Checks()
  do {
    try await test(address, &checks)
  } catch {
    print("\(name): \(error)")
    hasFailed = true
  }
  print("\(name): \(checks.passed) checks passed, \(checks.problems.count) failed")
  for problem in checks.problems { print("  \(problem)") }
  hasFailed = hasFailed || !checks.problems.isEmpty || checks.passed == 0
}
exit(hasFailed ? 1 : 0)
