import APIModel
import ArgumentParser
import Diagnostics
import Dispatch
import GeneratorKit
import MockServer
import SpecReader

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension MockOptions.UnknownParameters: ExpressibleByArgument {}

/// `wgnapi-gen mock <specs>`: a server that answers with the spec's examples.
struct MockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Serve the API on this machine: check requests, and respond with the spec's examples.",
    discussion: """
      The base URLs of each module and its other servers are printed at the start. A request chooses its response with 'Prefer: status=404', \
      'Prefer: code=NOT_FOUND' or 'Prefer: example=empty'. A line about each response is printed to standard error. \
      Control-C ends the server.
      """)

  @OptionGroup
  var specs: SpecOptions

  @Option(help: ArgumentHelp("The port, 0 to 65535; 0 for any free one.", valueName: "number"))
  var port: UInt16 = 8080

  @Option(help: ArgumentHelp("The IP address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp("Serve only the module with this name. Can be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("The name or the number of the example to answer with.", valueName: "name"))
  var example: String?

  @Option(help: "What to do with query parameters that the endpoint doesn't have.")
  var unknown: MockOptions.UnknownParameters = .warn

  @Option(help: ArgumentHelp("The delay before each response, in milliseconds.", valueName: "number"))
  var delay = 0

  @Option(
    help: ArgumentHelp("The delay between the elements of a stream, in milliseconds.", valueName: "number"))
  var streamDelay = 0

  @Option(help: ArgumentHelp("The share of requests that fail, from 0 to 1.", valueName: "number"))
  var failRate = 0.0

  @Option(help: ArgumentHelp("The seed that chooses the requests that fail.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Let web pages of any origin use the server.")
  var cors = false

  @Flag(name: .shortAndLong, help: "Don't print a line about each response.")
  var quiet = false

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if !(0...1).contains(failRate) { throw ValidationError("--fail-rate must be from 0 to 1") }
    for (name, value) in [("--delay", delay), ("--stream-delay", streamDelay)]
    where !(0...600_000).contains(value) {
      throw ValidationError("\(name) must be from 0 to 600000")
    }
  }

  func run() throws {
    let selection = try Selection(specs)
    let reporting = reporting.completed(by: selection)
    var input = Input(selection)
    let found = input.readAPI(distinctModules: true)
    // Warnings about parts of a document that the generator leaves out don't stop the server.
    reporting.print(input, isQuiet: quiet)
    guard var api = found, !reporting.hasFailed(input) else { throw ExitStatus.failure }
    try api.keepOnly(only)
    guard api.modules.contains(where: { !$0.endpoints.isEmpty }) else {
      throw ValidationError("the specs have no endpoints")
    }
    try serve(api)
  }

  private var options: MockOptions {
    var options = MockOptions()
    options.example = example
    options.unknownParameters = unknown
    options.delay = .milliseconds(delay)
    options.streamDelay = .milliseconds(streamDelay)
    options.failRate = failRate
    options.seed = seed
    options.allowsOrigins = cors
    return options
  }

  private func serve(_ api: API) throws {
    let server = MockServer(api, options: options)
    for warning in server.warnings { Console.write("warning: \(visibleText(warning))\n", to: .error) }
    let isQuiet = quiet
    let listener = MockListener(server) { line in
      if !isQuiet { Console.write(visibleText(line) + "\n", to: .error) }
    }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    let ended = DispatchSemaphore(value: 0)
    let failure = Failure()
    let registered = DispatchSemaphore(value: 0)
    for source in signals {
      source.setEventHandler { ended.signal() }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
    }
    // A signal that comes before would be lost.
    for _ in signals { registered.wait() }
    let (host, port) = (host, port)
    Task {
      do {
        let port = try await listener.start(host: host, port: port)
        let shown = host.contains(":") ? "[\(host)]" : host
        for module in server.modules {
          for path in module.paths { Console.write("\(module.name): http://\(shown):\(port)\(path)\n") }
        }
        for other in server.otherServers {
          let name = "\(other.module), server '\(visibleText(other.name))'"
          Console.write("\(name): http://\(shown):\(port)\(other.path)\n")
        }
      } catch {
        failure.message = "can't listen on \(visibleText(host)):\(port): \(error)"
        ended.signal()
      }
    }
    ended.wait()
    if let message = failure.message {
      Console.write("error: \(message)\n", to: .error)
      throw ExitStatus.failure
    }
    let stopped = DispatchSemaphore(value: 0)
    Task {
      await listener.stop()
      stopped.signal()
    }
    stopped.wait()
    withExtendedLifetime(signals) {}
  }
}

/// The reason why the server couldn't start. It is written before the semaphore is signalled, and read afterwards.
private final class Failure: @unchecked Sendable {
  var message: String?
}
