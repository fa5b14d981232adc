import APIModel
import ArgumentParser
import Diagnostics
import Dispatch
import Foundation
import GeneratorKit
import SpecCall
import SpecReader

/// `wgnapi-gen call <specs> <name> <arguments>`: one call, composed and checked by the spec.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Call an endpoint: compose and check the request, send it, and check the response.",
    usage: """
      wgnapi-gen call [<specs>]
      wgnapi-gen call [<specs>] <name> [<argument> ...] [<options>]
      """,
    discussion: """
      Without a name, lists the endpoints that can be called. In a project with a wgnapi-gen.yaml, you can leave out the \
      specs. Secrets come from environment variables: WGNAPI_, the module's name in capitals, and the name that \
      is sent, such as WGNAPI_WOT_APPLICATION_ID. If two secrets have one name, that in the body is WGNAPI_WOT_BODY_PIN.

      EXAMPLES:
        wgnapi-gen call Specs WOT.searchPlayers search=gar limit=10
        wgnapi-gen call Specs Shop.createItem title=Cup price:=3.5 photo=@cup.png
        wgnapi-gen call Specs Shop.createItem --body @item.json
        wgnapi-gen call Specs Shop.item id=42 --server http://127.0.0.1:8080
        wgnapi-gen call openapi.yaml listPets limit=10 --curl

      EXIT STATUS:
        0  the service answered as the spec describes
        1  it reported a failure, its response violates the spec, or there is no
           response
        2  mistakes in specs or arguments; nothing was sent
      """)

  @OptionGroup
  var specs: SpecOptions

  @Argument(
    help: ArgumentHelp("The endpoint's name, as 'names' prints it: WOT.searchPlayers.", valueName: "name"))
  var name: String?

  @Argument(help: ArgumentHelp("name=value, name:=JSON or name=@file.", valueName: "argument"))
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp("The whole body: JSON or text, @file, or - for standard input.", valueName: "body"))
  var body: String?

  @Option(
    help: ArgumentHelp("The media type of the body, if the endpoint accepts several.", valueName: "type"))
  var bodyType: String?

  @Option(
    help: ArgumentHelp("The name of a server in the spec, or a URL (default: the first).", valueName: "name")
  )
  var server: String?

  @Option(
    name: .customLong("variable"),
    help: ArgumentHelp("A variable in the server's URL. Can be repeated.", valueName: "name=value"))
  var variables: [String] = []

  @Flag(help: "Print the call as a curl command, and send nothing.")
  var curl = false

  @Flag(help: "Print the call in Swift, with the generated client, and send nothing.")
  var swift = false

  @Option(
    help: ArgumentHelp(
      "The maximum number of pages to read. With --output, the file is a list of them.", valueName: "number"))
  var pages = 1

  @Flag(help: "Print the body unchanged.")
  var raw = false

  @Flag(
    name: [.customShort("v"), .customLong("headers"), .customLong("verbose")],
    help: "Print status and header fields to standard error.")
  var verbose = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the body of the response to a file.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The time limit for a response, in seconds (default: the spec's, otherwise 30).", valueName: "seconds"))
  var timeout: Int?

  @Option(help: ArgumentHelp("The maximum size of a response, in bytes.", valueName: "bytes"))
  var limit = 64 << 20

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if let timeout, !(1...86_400).contains(timeout) {
      throw ValidationError("--timeout must be from 1 to 86400")
    }
    if pages < 1 { throw ValidationError("--pages must be at least 1") }
    if limit < 0 { throw ValidationError("--limit must not be negative") }
    if output?.isEmpty == true { throw ValidationError("--output must not be empty") }
    let shown = [(curl, "--curl"), (swift, "--swift"), (raw, "--raw"), (output != nil, "--output")].filter(
      \.0)
    if shown.count > 1 {
      throw ValidationError("\(shown.map(\.1).joined(separator: " and ")) exclude each other")
    }
    if swift, pages > 1 { throw ValidationError("--swift prints one call; leave out --pages") }
    for variable in variables where variable.firstIndex(of: "=").map({ $0 > variable.startIndex }) != true {
      throw ValidationError("'\(variable)' of --variable isn't name=value")
    }
  }

  func run() throws {
    let (specs, words) = positions
    let selection = try Selection(specs)
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    let found = input.readAPI(checkingEmission: true, distinctModules: true)
    let hasFailed = found == nil || reporting.hasFailed(input)
    // Warnings are what 'generate' is for; here they would be printed with every call.
    if hasFailed { reporting.print(input) }
    guard let api = found, !hasFailed else { throw ExitStatus.failure }
    let places = input.places
    try onLargeStack { Result { try call(api, words, places) } }.get()
  }

  /// The options of the specs, and the words after them. With a settings file, the specs may be left out.
  private var positions: (SpecOptions, [String]) {
    var specs = specs
    let words = [name].compactMap(\.self) + arguments
    guard let first = specs.specs, !FileManager.default.fileExists(atPath: first), !first.contains("/"),
      specs.settings ?? Project.find() != nil
    else { return (specs, words) }
    specs.specs = nil
    return (specs, [first] + words)
  }

  // MARK: Calling

  private func call(_ api: API, _ words: [String], _ places: SourcePlaces) throws {
    let endpoints = CallableEndpoints(api)
    guard !endpoints.isEmpty else { throw ValidationError("the specs have no endpoints") }
    guard let name = words.first else {
      return Console.write(endpoints.lines.map { visibleText($0) + "\n" }.joined())
    }
    let prepared: PreparedCall
    do throws(CallRefusal) {
      let target = try endpoints.find(name)
      prepared = try PreparedCall(target, callInput(Array(words.dropFirst())), readFile: Self.readFile)
      for problem in prepared.warnings { Self.report(problem, places) }
      // The generated client does what this doesn't.
      if swift { return Console.write(try prepared.swift()) }
      if let omission = prepared.omission { Self.report(omission, places) }
      if curl { return Console.write(prepared.curl + "\n") }
    } catch {
      for problem in error.problems { Self.report(problem, places) }
      throw ExitStatus.failure
    }
    try send(prepared, places)
  }

  private func callInput(_ arguments: [String]) -> CallInput {
    var input = CallInput()
    input.arguments = arguments
    input.body = body
    input.bodyType = bodyType
    input.server = server
    for variable in variables {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      input.variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    input.environment = ProcessInfo.processInfo.environment
    input.isOnlyShown = curl || swift
    return input
  }

  private static func readFile(_ path: String) -> [UInt8]? {
    if path == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    return (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) }
  }

  private static func report(_ problem: CallProblem, _ places: SourcePlaces) {
    var place = ""
    if let span = places.shown(problem.span) { place = "\(visibleText(span.description)): " }
    Console.write(
      "\(place)\(problem.isWarning ? "warning" : "error"): \(visibleText(problem.message))\n", to: .error)
  }

  private func send(_ call: PreparedCall, _ places: SourcePlaces) throws {
    let file = output.map(OutputFile.init)
    let output = CallOutput(
      form: file != nil ? .saved : raw ? .raw : .readable, isVerbose: verbose,
      isTerminal: Console.Stream.output.isTerminal,
      show: { Console.write($0) },
      write: { bytes in
        if let file { return file.write(bytes) }
        return Console.write(bytes) ? nil : "the response can't be written to the standard output"
      },
      complete: { file?.isComplete = true },
      note: { Console.write(visibleText($0) + "\n", to: .error) }, report: { Self.report($0, places) })
    let work = CallWork(call: call, output: output)
    let (pages, timeout, limit) = (pages, timeout, limit)
    let ended = DispatchSemaphore(value: 0)
    let task = Task {
      do throws(CallRefusal) {
        work.isSuccess = try await work.call.run(
          pages: pages, timeout: timeout, limit: limit, userAgent: "wgnapi-gen/\(generatorVersion)",
          work.output)
      } catch {
        work.refusal = error
      }
      ended.signal()
    }
    // Whoever interrupts a stream has seen enough of it; what came is complete then.
    let interruption = Interruption { task.cancel() }
    ended.wait()
    if let problem = file?.end() {
      Console.write("error: \(visibleText(problem))\n", to: .error)
      work.isSuccess = false
    }
    if interruption.hasCome, !call.isStream { Interruption.endProcess() }
    if let refusal = work.refusal {
      for problem in refusal.problems { Self.report(problem, places) }
      throw ExitStatus.failure
    }
    if !work.isSuccess { throw ExitStatus.unsuccessful }
  }
}

/// A call and its result. They are used by one task, and read after it has ended.
private final class CallWork: @unchecked Sendable {
  let call: PreparedCall
  let output: CallOutput
  var isSuccess = false
  var refusal: CallRefusal?

  init(call: PreparedCall, output: CallOutput) {
    self.call = call
    self.output = output
  }
}
