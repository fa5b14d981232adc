import Foundation
import Testing
import Thoroughness

@testable import SpecChanges

/// The compiler as the judge of random edits of a spec, in which changes meet.
@Suite struct EditedSpecTests {
  /// The seeds of the edits. `WGNAPI_EDITS` in the environment says how many there are, and `WGNAPI_EDITS_SEED` the first one.
  private static let seeds: ClosedRange<UInt64> = {
    func number(_ name: String, _ other: UInt64) -> UInt64 {
      ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? other
    }
    let first = number("WGNAPI_EDITS_SEED", 1)
    return first...(first + max(number("WGNAPI_EDITS", isThorough ? 40 : 4), 1) - 1)
  }()

  /// Each compiles the old module once.
  private static let blocks = stride(from: seeds.lowerBound, through: seeds.upperBound, by: 20).map {
    $0...min($0 + 19, seeds.upperBound)
  }

  @Test(arguments: blocks)
  func theCompilerAgrees(_ seeds: ClosedRange<UInt64>) throws {
    let agreement = try CompilerAgreement()
    var counts = (compatible: 0, breaking: 0, unreadable: 0)
    for seed in seeds {
      var random = SeededNumbers(seed: seed)
      let text = EditedSpec.edited(by: &random)
      guard let versions = try? ComparedVersions(EditedSpec.text, text) else {
        counts.unreadable += 1
        continue
      }
      if versions.changes.breaking.isEmpty { counts.compatible += 1 } else { counts.breaking += 1 }
      let found = try agreement.disagreements(about: versions)
      #expect(found.isEmpty, "seed \(seed): \(found.joined(separator: "\n"))")
    }
    print("edits \(seeds): \(counts)")
    // Some edits contradict each other.
    #expect(counts.unreadable <= seeds.count / 4)
  }

  /// An edit that replaces nothing, or makes a spec that can't be read, tests nothing.
  @Test func everyEditIsOne() throws {
    for (position, edit) in EditedSpec.edits.enumerated() {
      #expect(EditedSpec.text.ranges(of: edit.old).count == 1, "\(edit.old)")
      guard isThorough || position % 10 == 0 else { continue }
      let text = EditedSpec.text.replacing(edit.old, with: edit.new)
      #expect(throws: Never.self, "\(edit.old)") { try ComparedVersions(EditedSpec.text, text) }
    }
  }
}
