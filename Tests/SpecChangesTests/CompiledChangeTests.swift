import Testing
import Thoroughness

/// The compiler as the judge of recorded changes: apps against both versions of generated modules.
@Suite(.serialized) struct CompiledChangeTests {
  /// Those that `make test` compiles, too.
  private static let usual = [
    "parameter-became-required", "property-added", "property-renamed", "schema-renamed",
  ]
  private static let cases = isThorough ? ChangeTests.cases : usual

  @Test(arguments: cases)
  func theCompilerAgrees(_ name: String) throws {
    let found = try CompilerAgreement().disagreements(about: ComparedVersions(golden: name))
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
