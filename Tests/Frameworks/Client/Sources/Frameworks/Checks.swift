import WGNAPIRuntime

/// What was tried of a framework's server.
struct Checks {
  private(set) var passed = 0
  private(set) var problems: [String] = []

  /// Tries something.
  mutating func check(_ name: String, _ body: () async throws -> Bool) async {
    do {
      if try await body() {
        passed += 1
      } else {
        problems.append("\(name): another value than the server's")
      }
    } catch {
      problems.append("\(name): \(error)")
    }
  }

  /// Tries a call that fails.
  mutating func fails(_ name: String, status: Int, _ call: () async throws -> Void) async -> APIError? {
    do {
      try await call()
      problems.append("\(name): no failure")
    } catch let error as APIError {
      if error.status?.code == status {
        passed += 1
      } else {
        problems.append("\(name): \(error)")
      }
      return error
    } catch {
      problems.append("\(name): \(error)")
    }
    return nil
  }
}

extension [UInt8] {
  /// The beginning of a picture.
  static var picture: [UInt8] { [0x89, 0x50, 0x4E, 0x47] }
}
