import ECMARegex
import Foundation
import Testing

/// The patterns of the JSON Schema Test Suite, if it is available.
struct JSONSchemaSuiteTests {
  /// `WGNAPI_SHARED_DIR`, or `shared` beside the package.
  private static let folder: URL = {
    let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    let shared =
      ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    return shared.appendingPathComponent("conformance/JSON-Schema-Test-Suite/tests/draft2020-12")
  }()

  private static let isAvailable = FileManager.default.fileExists(
    atPath: folder.appendingPathComponent("pattern.json").path)

  private func groups(_ file: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent(file))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  @Test(.enabled(if: isAvailable, "JSON-Schema-Test-Suite is not at hand"))
  func pattern() throws {
    for group in try groups("pattern.json") {
      let schema = try #require(group["schema"] as? [String: Any])
      let regex = try ECMARegex(try #require(schema["pattern"] as? String))
      for test in try #require(group["tests"] as? [[String: Any]]) {
        guard let text = test["data"] as? String else { continue }
        #expect(regex.matches(text) == test["valid"] as? Bool, "\(test["description"] ?? "")")
      }
    }
  }

  /// An object is valid if the schemas of all patterns found in its keys accept the values.
  @Test(.enabled(if: isAvailable, "JSON-Schema-Test-Suite is not at hand"))
  func patternProperties() throws {
    for group in try groups("patternProperties.json") {
      let schema = try #require(group["schema"] as? [String: Any])
      let patterns = try #require(schema["patternProperties"] as? [String: Any])
      for test in try #require(group["tests"] as? [[String: Any]]) {
        guard let object = test["data"] as? [String: Any] else { continue }
        var isValid = true
        for (pattern, subschema) in patterns {
          let regex = try ECMARegex(pattern)
          for (key, value) in object where regex.matches(key) {
            isValid = isValid && Self.accepts(subschema, value)
          }
        }
        #expect(isValid == test["valid"] as? Bool, "\(test["description"] ?? "")")
      }
    }
  }

  /// As much of JSON Schema as the file has.
  private static func accepts(_ schema: Any, _ value: Any) -> Bool {
    guard let keywords = schema as? [String: Any] else { return schema as? Bool ?? true }
    if let maximum = keywords["maximum"] as? Double, let number = value as? Double, number > maximum {
      return false
    }
    switch keywords["type"] as? String {
    case "integer", "number": return value is NSNumber && !isBoolean(value)
    case "string": return value is String
    case "boolean": return isBoolean(value)
    case "null": return value is NSNull
    default: return true
    }
  }

  private static func isBoolean(_ value: Any) -> Bool { "\(type(of: value))".contains("Bool") }
}
