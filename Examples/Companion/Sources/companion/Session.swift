import Foundation
import TerminalText
import WGN
import WGNAPICache
import WGNAPIRecording
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting
import WOT

/// The clients of a command, and the options of its calls.
struct Session: Sendable {
  /// World of Tanks.
  let tanks: WOT.Client
  /// Wargaming's common services.
  let wargaming: WGN.Client
  /// How to use the cache.
  let call: CallOptions
  let clock: any ClientClock
  let terminal: Terminal
  let oldestResponse = OldestResponse()

  init(_ options: ServiceOptions, on terminal: Terminal) throws {
    self.terminal = terminal
    call = [.cache(options.offline ? .cacheOnly : .default)]
    var configuration = ClientConfiguration()
    if let now = options.now {
      guard let date = try? Date(now, strategy: .iso8601) else {
        throw Failure.unusable("\(now) isn't a date")
      }
      configuration.clock = ManualClock(date: date, jumps: true)
    }
    clock = configuration.clock
    let cache = ResponseCache(store: try Self.store(options), staleIfError: .seconds(7 * 86_400))
    configuration.middleware = [oldestResponse] + WOT.Client.middleware.replacing(cache)
    configuration = try Self.recording(configuration, options)
    let applicationID = try Self.applicationID(options)
    tanks = WOT.Client(
      server: options.server.tanks, applicationID: applicationID,
      language: options.language.map { WOT.Language(rawValue: $0) }, configuration: configuration)
    wargaming = WGN.Client(
      server: options.server.wargaming, applicationID: applicationID,
      language: options.language.map { WGN.Language(rawValue: $0) }, configuration: configuration)
  }

  /// Returns the configuration with recorded responses in place of the service's, if the options say so.
  private static func recording(
    _ configuration: ClientConfiguration, _ options: ServiceOptions
  ) throws -> ClientConfiguration {
    if let folder = options.replay {
      return configuration.using(try Recording(folder: URL(fileURLWithPath: folder)))
    }
    guard let folder = options.record, let authority = options.standIn else { return configuration }
    var configuration = configuration
    configuration.transport = StandIn(authority: authority, transport: configuration.transport)
    return configuration.using(try Recording(folder: URL(fileURLWithPath: folder), mode: .replayElseRecord))
  }

  private static func applicationID(_ options: ServiceOptions) throws -> String {
    let variable = ProcessInfo.processInfo.environment[ServiceOptions.applicationIDVariable, default: ""]
    if !variable.isEmpty { return variable }
    // Nothing is sent, so any ID will do. But stored responses belong to the application ID of their requests.
    if options.replay != nil || options.standIn != nil { return "demo" }
    throw Failure.noApplicationID
  }

  /// Returns the store for responses; nil for recorded responses.
  private static func store(_ options: ServiceOptions) throws -> DiskResponseStore? {
    if let folder = options.cache { return try DiskResponseStore(at: URL(fileURLWithPath: folder)) }
    if options.replay != nil || options.record != nil { return nil }
    let caches = try FileManager.default.url(
      for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return try DiskResponseStore(at: caches.appendingPathComponent("wgnapi-companion"))
  }
}

extension Region {
  fileprivate var tanks: WOT.Server {
    switch self {
    case .eu: .eu
    case .na: .na
    case .asia: .asia
    }
  }

  fileprivate var wargaming: WGN.Server {
    switch self {
    case .eu: .eu
    case .na: .na
    case .asia: .asia
    }
  }
}
