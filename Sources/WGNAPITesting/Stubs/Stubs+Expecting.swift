import WGNAPIClient

extension Stubs {
  /// Expects that each stub has answered. The issue names the others.
  ///
  /// - Parameters:
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectNoUnusedStubs(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let names = unused.map { "\($0.name) (\($0.site.text))" }
    guard !names.isEmpty else { return }
    report(
      "no request has used the stub\(names.count == 1 ? "" : "s") for \(names.joined(separator: ", "))",
      at: IssueSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects that the requests of a type that were sent are these, in order. The issue names the parameters that differ.
  ///
  /// - Parameters:
  ///   - expected: The requests.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectSent<Request: APIRequest>(
    _ expected: Request..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let sent = requests(of: Request.self)
    var problems: [String] = []
    for (place, (expected, sent)) in zip(expected, sent).enumerated() where expected != sent {
      let differences = ParameterDifference.between(expected, sent, names: ("expected", "sent")) ?? []
      problems.append("request \(place + 1): \(differences.joined(separator: "; "))")
    }
    problems += expected.dropFirst(sent.count).map { "not sent: \($0)" }
    problems += sent.dropFirst(expected.count).map { "not expected: \($0)" }
    guard !problems.isEmpty else { return }
    report(
      problems.joined(separator: "\n"),
      at: IssueSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension APIClient {
  /// Expects that a request is composed to these lines: method and URL, header fields by name, and after an empty line the
  /// body. See `composedLines(of:on:)`.
  ///
  /// The issue names the parameters, header fields and lines that differ. A `User-Agent` is only compared if one of the lines
  /// is about it.
  ///
  /// - Parameters:
  ///   - request: The request, which isn't sent.
  ///   - lines: The lines. If there is only one, it is compared with the first line alone.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectRequest(
    _ request: some APIRequest, is lines: String..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let problems: [String]
    do {
      var composed = try composedLines(of: request)
      // It changes with each version.
      let isNamed = lines.contains { $0.hasPrefix("User-Agent:") }
      if !isNamed { composed.removeAll { $0.hasPrefix("User-Agent:") } }
      problems = LineDifference.between(lines, lines.count == 1 ? Array(composed.prefix(1)) : composed)
    } catch {
      problems = ["\(error)"]
    }
    guard !problems.isEmpty else { return }
    IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
      .report("\(type(of: request)): \(problems.joined(separator: "\n"))")
  }
}
