import APIModel
import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecExplanation
import SpecReader

/// `wgnapi-gen explain <specs> <name>`: explains an endpoint, a type, a group, a module, an error code or a diagnostic.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain an endpoint, a type, a group, a module, an error code, or a diagnostic.",
    usage: """
      wgnapi-gen explain [<specs>] [<name>] [<options>]
      """,
    discussion: """
      Of an endpoint, prints the Swift call with its parameters, limits, response types, errors, what the client does \
      (cache, retries, pages), an example in Swift, and a curl command. Names are those of Swift, of the spec, or of an \
      OpenAPI document; unknown ones suggest near ones, and names with several meanings list them. Without a name, lists the modules. In a project with a \
      wgnapi-gen.yaml, you can leave out the specs; the id of a diagnostic and a type of the language need none.

      EXAMPLES:
        wgnapi-gen explain Specs WOT.searchPlayers
        wgnapi-gen explain Specs 'GET account/list/'
        wgnapi-gen explain openapi.yaml Repository --json
        wgnapi-gen explain unknown-type
      """)

  @OptionGroup
  var specs: SpecOptions

  @Argument(
    help: ArgumentHelp(
      "WOT.searchPlayers, PlayerMatch, a group, a module, an error code, or the id of a diagnostic.",
      valueName: "name"))
  var name: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func run() throws {
    var specs = specs
    var name = name
    // With a settings file, or for a diagnostic, the specs may be left out.
    if name == nil, let first = specs.specs, !exists(first) {
      if let diagnostic = DiagnosticExplanation(first) { return try show(Explanation(diagnostic)) }
      if specs.settings != nil || Project.find() != nil { (specs.specs, name) = (nil, first) }
    }
    if name == nil, let first = specs.specs, !exists(first), let type = Self.language(first) {
      return try show(type)
    }
    if name == nil, let first = specs.specs, !exists(first), let message = Self.nearDiagnostic(first) {
      Console.write("error: \(visibleText(message))\n", to: .error)
      throw ExitStatus.failure
    }
    if let name, let diagnostic = DiagnosticExplanation(name) { return try show(Explanation(diagnostic)) }
    let selection = try Selection(specs)
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    var found: [ModuleExplainer]?
    if let api = input.readAPI(distinctModules: true) {
      // A name with its module is looked up there.
      let modules = api.modules.filter { module in name?.hasPrefix(module.name.text + ".") ?? false }
      found = ModuleExplainer.all(
        modules.isEmpty ? api : API(modules: modules), places: input.places, into: &input.sink)
    }
    // 'generate' reports warnings.
    guard let found, !reporting.hasFailed(input) else {
      reporting.print(input)
      throw ExitStatus.failure
    }
    // The thread with the large stack is waited for.
    nonisolated(unsafe) let explainers = found
    let (wanted, files) = (name, input.jobs.flatMap(\.specs))
    let explanations = onLargeStack { () -> Result<[Explanation], UnknownSubject> in
      guard let wanted else { return .success(explainers.map { Explanation(.module($0)) }) }
      do throws(UnknownSubject) {
        return .success(Explanation.all(of: wanted, try SubjectNames(explainers).find(wanted, in: files)))
      } catch {
        return .failure(error)
      }
    }
    switch explanations {
    case .failure(let unknown):
      if let wanted, let type = Self.language(wanted) { return try show(type) }
      Console.write("error: \(visibleText(unknown.message))\n", to: .error)
      throw ExitStatus.failure
    case .success(let all):
      if json, wanted == nil || all.count > 1 { return Console.write(try Self.encoded(all)) }
      for (position, explanation) in all.enumerated() {
        if position > 0 { Console.write("\n") }
        try show(explanation)
      }
    }
  }

  /// The explanation of a type of the spec language; nil for another name.
  private static func language(_ name: String) -> Explanation? {
    LanguageWords.type(named: name).map { type in
      Explanation(
        LanguageExplanation(name: type.name, json: type.json, swift: type.swift, details: type.details))
    }
  }

  /// The message about a name that is neither a file nor a diagnostic, but resembles one; nil for others.
  private static func nearDiagnostic(_ name: String) -> String? {
    guard !name.contains("/"), !name.contains("."),
      let meant = closestMatch(to: name, in: DiagnosticID.all.map(\.rawValue))
    else { return nil }
    return "there is neither a file nor a diagnostic called '\(name)'; did you mean '\(meant)'?"
  }

  private func show(_ explanation: Explanation) throws {
    Console.write(json ? try Self.encoded(explanation) : explanation.text)
  }

  private static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
