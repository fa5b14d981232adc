import ArgumentParser  // Missing? Build the generator with: swift build --traits Generator
import Diagnostics
import GeneratorKit

/// The tool: only commands.
struct WGNAPIGen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wgnapi-gen",
    abstract: "Generates a typed Swift client from a description of an HTTP API.",
    usage: """
      wgnapi-gen [<options>]
      wgnapi-gen <specs> -o <dir> [<options>]
      wgnapi-gen <subcommand> ...
      """,
    discussion: """
      EXAMPLES:
        wgnapi-gen init                          start a project in this folder
        wgnapi-gen                               do what wgnapi-gen.yaml says
        wgnapi-gen --watch                       do it again after each save
        wgnapi-gen Specs -o Generated            write the modules
        wgnapi-gen Specs -o Generated --check    show what differs (exit status 1)
        wgnapi-gen Specs -o Generated --dry-run  show what would be written
        wgnapi-gen openapi.yaml -o Generated     generate from an OpenAPI document
        wgnapi-gen names openapi.yaml            list the Swift names, and why
        wgnapi-gen convert openapi.yaml -o Specs write it in the spec language
        wgnapi-gen export openapi Specs --only WOT -o wot.yaml
                                                 write an OpenAPI document
        wgnapi-gen infer shop.har -o Specs/Shop  write a first spec from traffic
        wgnapi-gen drift shop.har                compare traffic with the specs
        wgnapi-gen breaking --against main       list what apps have to change
        wgnapi-gen changelog --against v1.2      that as Markdown, with what is new
        wgnapi-gen migrate soag Sources/Shop     move from swift-openapi-generator
        wgnapi-gen call Specs WOT.searchPlayers search=gar
                                                 call an endpoint, check its response
        wgnapi-gen explain Specs WOT.searchPlayers
                                                 its Swift, limits, errors, policies
        wgnapi-gen docs Specs -o Docs            write pages about all of them
        wgnapi-gen mock openapi.yaml             serve its examples on this machine
        wgnapi-gen pet.schema.json -o Generated  write validators and models
        wgnapi-gen templates eject struct -o T   copy a template to change it ...
        wgnapi-gen Specs -o Generated --templates T
                                                 ... and use it

      EXIT STATUS:
        0  success
        1  a difference (--check, breaking, drift, infer, migrate), an unsuccessful
           call, or standard output that can't be written
        2  mistakes in specs, templates or arguments, or a file or folder that
           can't be read or written
      """,
    version: "wgnapi-gen \(generatorVersion)",
    subcommands: [
      GenerateCommand.self, InitCommand.self, InferCommand.self, DriftCommand.self, BreakingCommand.self,
      ChangelogCommand.self, NamesCommand.self, ConvertCommand.self, ExportCommand.self, MigrateCommand.self,
      CallCommand.self, ExplainCommand.self, DocsCommand.self, MockCommand.self, LSPCommand.self,
      DumpCommand.self, TemplatesCommand.self, SkillCommand.self, PluginCommand.self,
    ],
    defaultSubcommand: GenerateCommand.self)
}

/// The exit statuses of the process.
enum ExitStatus {
  /// The output doesn't match the specs.
  static let stale = ExitCode(1)
  /// The service reported a failure, or its response violates the spec.
  static let unsuccessful = ExitCode(1)
  /// Not all output could be written.
  static let unwritten = ExitCode(1)
  /// The input is wrong.
  static let failure = ExitCode(2)
}

@main
enum Main {
  static func main() {
    if let message = otherWord(CommandLine.arguments.dropFirst()) {
      Console.write("error: \(visibleText(message))\n", to: .error)
      Console.exit(ExitStatus.failure)
    }
    var hasParsed = false
    do {
      var command = try WGNAPIGen.parseAsRoot(withNegativeCodes(Array(CommandLine.arguments.dropFirst())))
      hasParsed = true
      try command.run()
    } catch let error as ValidationError where hasParsed {
      // Arguments that don't fit what is there. The usage would say nothing about that.
      Console.write("error: \(visibleText(error.message))\n", to: .error)
      Console.end(ExitStatus.failure)
    } catch {
      let code = WGNAPIGen.exitCode(for: error)
      let message = withSubcommand(withoutFarSuggestion(WGNAPIGen.fullMessage(for: error)))
      // It may quote arguments, which must not act on a terminal either.
      let visible = message.split(separator: "\n", omittingEmptySubsequences: false).map {
        visibleText(String($0))
      }
      .joined(separator: "\n")
      if !message.isEmpty { Console.write(visible + "\n", to: code.isSuccess ? .output : .error) }
      // The argument parser has its own status for wrong arguments.
      Console.end(code.isSuccess || code == ExitStatus.stale ? code : ExitStatus.failure)
    }
    Console.end()
  }
}

/// The arguments of `explain` with negative error codes, as JSON-RPC has them, after a `--`: the parser takes them for options.
private func withNegativeCodes(_ arguments: [String]) -> [String] {
  guard arguments.first == "explain", !arguments.contains("--") else { return arguments }
  let codes = arguments.filter { $0.hasPrefix("-") && Int($0) != nil }
  return codes.isEmpty ? arguments : arguments.filter { !codes.contains($0) } + ["--"] + codes
}

/// The message about the first argument where that is no path, but resembles a subcommand: the parser takes it for the specs, and
/// complains of the next one.
private func withSubcommand(_ message: String) -> String {
  let names = WGNAPIGen.configuration.subcommands.compactMap { $0.configuration.commandName }
  var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  guard let complaint = lines.first, complaint.hasPrefix("Error: Unexpected argument '"),
    let first = CommandLine.arguments.dropFirst().first, !first.hasPrefix("-"), !exists(first),
    let meant = closestMatch(to: first, in: names)
  else { return message }
  lines[0] = "Error: there is no subcommand '\(first)'; did you mean '\(meant)'?"
  return lines.joined(separator: "\n")
}

/// The message without a suggestion that has little in common with what was written: the parser offers `--map` for `--foo`.
private func withoutFarSuggestion(_ message: String) -> String {
  guard let found = message.firstMatch(of: /Unknown option '--(.+?)'\.( Did you mean '--(.+?)'\?)/),
    closestMatch(to: String(found.1), in: [String(found.3)]) == nil
  else { return message }
  var rest = message
  rest.removeSubrange(found.2.startIndex..<found.2.endIndex)
  return rest
}
