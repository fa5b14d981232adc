import APIModel
import Diagnostics
import Foundation
import SpecChanges
import SpecDrift
import TrafficEvidence

/// Reads recorded traffic with the new version, in the same way as `drift`.
extension BreakingCommand {
  /// Adds it to the changes.
  ///
  /// - Returns: How many files couldn't be read, or only in part, each of which has its message.
  /// - Throws: An exit status, after the message.
  func addTraffic(to changes: inout VersionChanges, _ api: API) throws -> Int {
    let check = DriftCheck(api, hosts: hosts)
    var reader = TrafficReader { check.add($0) }
    var hasEvidence = false
    for path in traffic {
      if Self.isEvidence(path) {
        check.add(try StoredFile(path).collector.evidence)
        hasEvidence = true
      } else {
        reader.read(path)
      }
    }
    reader.printProblems()
    let report = check.report(reader.collector)
    printOtherServers(report.otherServers)
    guard report.matched > 0 || check.comparedOperations > 0 else {
      Console.write(
        "error: there are no exchanges with the APIs of the specs in \(TrafficReader.shown(traffic))\n",
        to: .error)
      throw ExitStatus.failure
    }
    let contradictions = report.drift.filter(\.contradictsClients).map { difference in
      TrafficFindings.Contradiction(
        id: difference.kind.rawValue, place: difference.label, message: difference.message,
        count: difference.count, total: difference.total, span: difference.span)
    }
    let acceptance = check.acceptance
    changes.add(
      TrafficFindings(
        responses: acceptance.responses, readResponses: acceptance.readResponses,
        requests: acceptance.requests, refusedRequests: acceptance.refusedRequests,
        contradictions: contradictions, hasEvidence: hasEvidence)
    ) { check.share(of: $0) }
    return reader.unreadFiles
  }

  private static func isEvidence(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    return EvidenceFile.isBegun(by: (try? handle.read(upToCount: 64)) ?? Data())
  }
}
