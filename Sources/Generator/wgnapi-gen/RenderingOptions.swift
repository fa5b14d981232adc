import ArgumentParser

/// How templates are rendered.
struct RenderingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder with templates that replace the bundled ones of the same name.", valueName: "dir"))
  var templates: String?

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "The number of files, or of sections of pages, to render at once.", valueName: "number"))
  var jobs: Int?

  /// As many as there are processors, unless the user says otherwise.
  var threads: Int { jobs ?? Console.processorCount }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be from 1 to 1024") }
  }
}
