import WGNAPIClient

extension Stubs {
  /// Expects that each stub has answered a request. The issue names those that haven't.
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

  /// Expects that exactly these requests of a type were sent, in order. The issue names the parameters that differ.
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
    expectSent(expected, at: IssueSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects that exactly these requests of their types were sent, in order. Requests of other types aren't compared; without
  /// an argument, none may have been sent.
  ///
  /// - Parameters:
  ///   - expected: The requests.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectSent(
    _ expected: any APIRequest..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard expected.isEmpty else { return expectSent(expected, at: site) }
    let sent = requests.map { "not expected: \($0)" }
    if !sent.isEmpty { report(sent.joined(separator: "\n"), at: site) }
  }

  private func expectSent(_ expected: [any APIRequest], at site: IssueSite) {
    func request<Request: APIRequest>(_ sent: StubbedRequest, like other: Request) -> (any APIRequest)? {
      sent.request(as: Request.self)
    }
    func areEqual<Request: APIRequest>(_ left: Request, _ right: any APIRequest) -> Bool {
      left == right as? Request
    }
    let sent = requests.compactMap { sent in
      expected.lazy.compactMap { request(sent, like: $0) }.first
    }
    var problems: [String] = []
    for (place, (expected, sent)) in zip(expected, sent).enumerated() where !areEqual(expected, sent) {
      let differences =
        ParameterDifference.between(expected, sent, names: ("expected", "sent")) ?? [
          "expected \(expected), sent \(sent)"
        ]
      problems.append("request \(place + 1): \(differences.joined(separator: "; "))")
    }
    problems += expected.dropFirst(sent.count).map { "not sent: \($0)" }
    problems += sent.dropFirst(expected.count).map { "not expected: \($0)" }
    if !problems.isEmpty { report(problems.joined(separator: "\n"), at: site) }
  }
}

extension APIClient {
  /// Expects that a request is composed to these lines: method and URL, header fields sorted by name, and after an empty line
  /// the body. See `composedLines(of:on:)`.
  ///
  /// The issue names the parameters, header fields and lines that differ. The `User-Agent` is compared only if one of the lines
  /// contains it.
  ///
  /// - Parameters:
  ///   - request: The request, which isn't sent.
  ///   - lines: The lines, each as a text of its own or several in one. A single line is compared with the method and URL only.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectRequest(
    _ request: some APIRequest, is lines: String..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let lines = lines.flatMap { text in
      text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    }
    let problems: [String]
    do {
      var composed = try composedLines(of: request)
      // It changes with each version.
      let isNamed = lines.contains { $0.hasPrefix("User-Agent:") }
      if !isNamed { composed.removeAll { $0.hasPrefix("User-Agent:") } }
      problems = RequestDifference.between(lines, lines.count == 1 ? Array(composed.prefix(1)) : composed)
    } catch {
      problems = ["\(error)"]
    }
    guard !problems.isEmpty else { return }
    IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
      .report("\(type(of: request)): \(problems.joined(separator: "\n"))")
  }
}
