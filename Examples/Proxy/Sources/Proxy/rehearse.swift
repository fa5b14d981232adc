import Foundation
import InMemoryTracing
import Tracing

/// Runs the proxy against a stand-in of the service, asks it as callers would, and checks what happens.
func rehearse() async throws {
  // Nothing in here waits for longer; if something does, the process ends.
  alarm(120)
  let tracer = InMemoryTracer()
  InstrumentationSystem.bootstrap(tracer)
  let service = StandInService()
  try await serving(service.router) { port in
    let trial = Trial(service: service, url: "http://127.0.0.1:\(port)/", tracer: tracer)
    try await trial.sharing()
    try await trial.tracing()
    try await trial.cancellation()
    try await trial.limits()
    try await trial.failures()
    try await trial.shutdown()
    try trial.secrets()
  }
  print("all is well")
}

/// Prints what is true, or ends the process if it isn't.
func check(_ what: String, _ holds: Bool) {
  // At once, even if nothing follows.
  FileHandle.standardOutput.write(Data("\(holds ? "✔" : "✘") \(what)\n".utf8))
  if !holds { exit(1) }
}

/// Waits until something is true.
func eventually(_ condition: () async throws -> Bool) async throws {
  while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
