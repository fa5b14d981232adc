import APIModel
import ArgumentParser
import Diagnostics
import GeneratorKit
import SpecChanges
import SpecReader

/// What `breaking` and `changelog` compare.
struct VersionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The old version: a revision of Git such as 'main', with a path such as 'v1.2:Specs' if the specs were elsewhere; or a \
      folder of specs, or a document.
      """, valueName: "version"))
  var against: String

  @OptionGroup
  var specs: SpecOptions

  @OptionGroup(title: "Reporting")
  var reporting: ReportingOptions

  func validate() throws {
    if against.isEmpty { throw ValidationError("--against must not be empty") }
  }
}

/// Compares the specs of this run with an old version of them. Writes nothing.
struct VersionRun {
  private let options: VersionOptions
  private let selection: Selection
  private let reporting: ReportingOptions
  private var input: Input

  init(_ options: VersionOptions) throws {
    self.options = options
    selection = try Selection(options.specs)
    reporting = options.reporting.completed(by: selection)
    input = Input(selection)
  }

  /// - Parameters:
  ///   - accepts: Whether to leave out the changes that the settings allow.
  ///   - add: Adds what else is known of the changes, by the new version.
  /// - Throws: An exit status after mistakes, which have been printed.
  mutating func run(
    acceptingAllowed accepts: Bool, adding add: (inout VersionChanges, API) throws -> Void = { _, _ in }
  ) throws -> VersionChanges {
    let reference = VersionReference(options.against, exists: exists)
    let isOfAllJobs = if case .revision(_, nil) = reference { true } else { false }
    if !isOfAllJobs { try selection.onlyJob(for: "'\(options.against)' with a path") }
    let allowed = accepts ? allowedChanges() : []
    // Both versions are read at the same time: of a large document, that is most of the work.
    let (before, own) = (input, input)
    let (read, readBefore) = bothOnLargeStacks {
      var new = own
      let api = new.readAPI()
      return (api: api, input: new)
    } _: {
      var old = before.old(reference)
      let api = old.readOldAPI(reference)
      return (api: api, input: old)
    }
    input = read.input
    guard let new = read.api, !reporting.hasFailed(input) else { throw failure() }
    guard let oldAPI = readBefore.api, !readBefore.input.sink.hasErrors else {
      throw failure(of: readBefore.input, readBefore.input.sink)
    }
    let old = (api: oldAPI, input: readBefore.input)
    var oldSink = DiagnosticSink()
    let found = onLargeStack {
      var (sink, oldSink) = (DiagnosticSink(), DiagnosticSink())
      let changes = compareVersions(old.api, new, into: &sink, oldSink: &oldSink)
      return (changes: changes, sink: sink, oldSink: oldSink)
    }
    let (places, oldPlaces) = (input.places, old.input.places)
    input.sink.append(
      contentsOf: found.sink.diagnostics.filter { $0.severity == .error }.map(places.shown))
    oldSink.append(contentsOf: found.oldSink.diagnostics.map(oldPlaces.shown))
    guard !oldSink.hasErrors else { throw failure(of: old.input, oldSink) }
    guard var changes = found.changes, !input.sink.hasErrors else { throw failure() }
    try add(&changes, new)
    changes.display(old: oldPlaces, new: places)
    for change in accepts ? changes.accept(allowed) : [] {
      let place = change.place.map { " of '\($0)'" } ?? ""
      input.sink.warning(
        .unusedAllowance, "there is no change '\(change.kind.rawValue)'\(place) to allow; remove it",
        at: change.span)
    }
    // Other warnings are for those who generate.
    let mentioned = input.sink.diagnostics.filter { $0.severity == .error || $0.id == .unusedAllowance }
    input.sink = DiagnosticSink()
    input.sink.append(contentsOf: mentioned)
    reporting.print(input)
    if reporting.hasFailed(input) { throw ExitStatus.failure }
    return changes
  }

  // MARK: Failures

  private func failure() -> ExitCode {
    reporting.print(input, isQuiet: true)
    return ExitStatus.failure
  }

  private func failure(of old: Input, _ sink: DiagnosticSink) -> ExitCode {
    var old = old
    old.sink = sink
    reporting.print(old, isQuiet: true)
    if !old.jobs.isEmpty {
      Console.write(
        "error: the specs of '\(visibleText(options.against))' can't be generated, so there is nothing to compare with\n",
        to: .error)
    }
    return ExitStatus.failure
  }

  // MARK: Settings

  private mutating func allowedChanges() -> [AllowedChange] {
    (selection.project?.settings.allowedChanges ?? []).compactMap { setting in
      guard let kind = ChangeKind(rawValue: setting.id.text), kind.breaks else {
        let known = ChangeKind.allCases.filter(\.breaks).map(\.rawValue)
        input.sink.error(
          .invalidValue,
          "'\(abbreviate(setting.id.text))' isn't a kind of change that breaks; there are \(wordList(known))",
          at: setting.id.span, suggestion: closestMatch(to: setting.id.text, in: known))
        return nil
      }
      return AllowedChange(kind: kind, place: setting.place, span: setting.id.span)
    }
  }
}
