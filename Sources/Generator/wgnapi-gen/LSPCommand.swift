import ArgumentParser
import SpecLanguageServer

/// `wgnapi-gen lsp`: a language server for editors.
struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: diagnostics while you type, completion, definitions, renaming, hover.",
    discussion: """
      Speaks the Language Server Protocol on standard input and output; editors start it. The specs are those of the \
      wgnapi-gen.yaml in the editor's folder or one above, or in the folder Specs if there is none.
      """)

  @Flag(help: "Use standard input and output. It is the only way; editors pass it.")
  var stdio = false

  func run() throws {
    let status = serveLanguage(input: 0, output: 1)
    if status != 0 { throw ExitCode(status) }
  }
}
