import Foundation
import WGNAPISchema

/// Validates documents: each line of the file given has the number of a schema and a JSON text.
///
/// Prints a word for each line: `t` or `f` for the response alone, and again for the one with a report.
@main
enum Driver {
  static func main() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, let number = Int(String(decoding: parts[0], as: UTF8.self)) else { continue }
      let schema = schemas[number]()
      let bytes = [UInt8](parts[1])
      print(schema.isValid(bytes) ? "t" : "f", schema.validate(bytes).isEmpty ? "t" : "f", separator: "")
    }
  }
}
