extension Server {
  /// The URL in examples of APIs whose specs name no server.
  public static let exampleURL = "https://api.example.com/"

  /// A value for each variable in the URL: its default, the first value listed, or one that its place accepts.
  public var exampleVariables: [String: String] {
    Dictionary(
      variables.map { ($0.name.text, $0.defaultValue ?? $0.values.first?.text ?? madeUp($0.name.text)) }
    ) { first, _ in first }
  }

  /// A port after a colon, otherwise a word: a label of a host, or a part of a path.
  private func madeUp(_ name: String) -> String {
    if url.contains(":{\(name)}") { return "8080" }
    let word = String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40))
    return word.isEmpty ? "name" : word
  }
}
