import ArgumentParser

/// Options of every command that asks the service.
struct ServiceOptions: ParsableArguments {
  static let applicationIDVariable = "WG_APPLICATION_ID"

  @Option(help: "The region.")
  var server = Region.eu

  @Option(help: "The language of texts, such as 'de' or 'zh-cn'.")
  var language: String?

  @Flag(help: "Answer from what earlier commands have stored on disk, without asking the service.")
  var offline = false

  @Option(help: ArgumentHelp("The folder for stored responses.", valueName: "folder"))
  var cache: String?

  @Option(help: ArgumentHelp("Answer from recorded exchanges in a folder.", valueName: "folder"))
  var replay: String?

  // For the demonstration: a fixed time, and a service on this machine whose responses are recorded.
  @Option(help: .hidden)
  var now: String?

  @Option(help: .hidden)
  var record: String?

  @Option(help: .hidden)
  var standIn: String?
}

/// Options of every command that prints a report.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: "When to use colors: auto, always or never.")
  var color = ColorChoice.auto

  @Option(help: "The columns to use; by default, as many as the terminal has.")
  var width: Int?
}

/// A region with servers of its own.
enum Region: String, CaseIterable, ExpressibleByArgument {
  case eu, na, asia
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}
