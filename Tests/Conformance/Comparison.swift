import Foundation
import Random
import WGNAPIJSON

/// Decodes and validates documents: each line of the file given has the number of a model and a JSON text.
///
/// Prints a word for each line: whether the model reads it, and whether its schema accepts it, `t` or `f` each.
@main
enum Comparison {
  static func main() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    for line in data.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, let number = Int(String(decoding: parts[0], as: UTF8.self)) else { continue }
      print(response(of: models[number], to: [UInt8](parts[1])))
    }
  }

  private static func response<Model: JSONModel>(of model: Model.Type, to document: [UInt8]) -> String {
    let isRead = (try? Model.decode(document)) != nil
    return (isRead ? "t" : "f") + (Model.isValid(document) ? "t" : "f")
  }
}
