import APIModel
import ArgumentParser
import Diagnostics
import GeneratorKit
import SwiftEmitter

/// `wgnapi-gen names <specs>`: lists Swift names and their origins.
struct NamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "List the Swift names of operations and schemas, and the reasons for them.",
    discussion:
      "Each line shows the Swift name, what it names, the line in the document, and the reason.")

  @OptionGroup
  var specs: SpecOptions

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func run() throws {
    let selection = try Selection(specs)
    var input = Input(selection)
    guard let api = input.readAPI() else {
      reporting.completed(by: selection).print(input)
      throw ExitStatus.failure
    }
    let names = api.listNames()
    let width = min(60, names.map(\.swiftName.count).max() ?? 0)
    let lines = names.map { name in
      let padding = String(repeating: " ", count: max(1, width + 2 - name.swiftName.count))
      let line = input.places.shown(name.span).start.line
      return
        "\(name.swiftName)\(padding)\(visibleText(name.source)), line \(line): \(visibleText(name.reason))\n"
    }
    Console.write(lines.joined())
  }
}
