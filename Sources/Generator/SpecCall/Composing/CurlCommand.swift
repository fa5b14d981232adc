import CallComposing
import Diagnostics

/// A request as a command of curl that works when it is pasted into a shell.
struct CurlCommand {
  let call: ComposedCall
  let secrets: SecretPlaces

  var text: String {
    var words: [[String]] = [["curl"]]
    // Brackets and braces in URLs have a meaning to curl.
    if call.address.contains(where: { "[]{}".contains($0) }) { words.append(["--globoff"]) }
    let (plain, variables) = query
    words[0] += method
    words[0].append(word(plain.isEmpty ? call.address : "\(call.address)?\(ComposedCall.joined(plain))"))
    words += variables.map { ["--url-query", word($0.name + "=") + quoted(variable: $0.value)] }
    for header in call.headers {
      if let login = secrets.logins[header.value] {
        let texts = login.map { quoted(variable: $0) }
        words.append(["--user", texts.joined(separator: ":")])
      } else {
        words.append([
          "--header", word(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"),
        ])
      }
    }
    words += body
    return words.map { $0.joined(separator: " ") }.joined(separator: " \\\n  ")
  }

  /// Secrets in the query need encoding, which curl does.
  private var query: (plain: [ComposedCall.Pair], variables: [ComposedCall.Pair]) {
    var plain: [ComposedCall.Pair] = []
    var variables: [ComposedCall.Pair] = []
    for pair in call.query {
      if let variable = secrets.variable(pair.value) {
        variables.append((pair.name, variable))
      } else {
        plain.append(pair)
      }
    }
    return (plain, variables)
  }

  private var method: [String] {
    if call.method == "HEAD" { return ["--head"] }
    let usual = if case .none = call.body { "GET" } else { "POST" }
    return call.method == usual ? [] : ["--request", word(call.method)]
  }

  private var body: [[String]] {
    switch call.body {
    case .none: return []
    case .form(let pairs): return form(pairs)
    case .bytes(let bytes, let type, let file):
      let header = ["--header", word("Content-Type: \(type)")]
      if let file, !file.path.isEmpty { return [header, ["--data-binary", word("@\(file.path)")]] }
      return [header, ["--data-raw", word(secrets.withoutQuotes(String(decoding: bytes, as: UTF8.self)))]]
    case .parts(let parts): return parts.map { ["--form", word(part($0))] }
    }
  }

  private func form(_ pairs: [ComposedCall.Pair]) -> [[String]] {
    var words: [[String]] = []
    var plain: [ComposedCall.Pair] = []
    func flush() {
      if !plain.isEmpty || (pairs.isEmpty && words.isEmpty) {
        words.append(["--data-raw", word(ComposedCall.joined(plain))])
      }
      plain = []
    }
    for pair in pairs {
      if let variable = secrets.variable(pair.value) {
        if !plain.isEmpty { flush() }
        words.append(["--data-urlencode", word(pair.name + "=") + quoted(variable: variable)])
      } else {
        plain.append(pair)
      }
    }
    flush()
    return words
  }

  /// `name="value";type=text/plain`
  private func part(_ part: ComposedCall.Part) -> String {
    func escaped(_ text: String) -> String {
      text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) }
    }
    let type = part.mediaType.map { ";type=\($0)" } ?? ""
    // To curl, a name ends at the first `=`, and `@` after it names a file to send. It knows no way to write such a name.
    let name = part.name.replacing("=", with: "%3D")
    if let file = part.file { return "\(name)=@\"\(escaped(file.path))\"\(type)" }
    let content = secrets.withoutQuotes(String(decoding: part.bytes, as: UTF8.self))
    return "\(name)=\"\(escaped(content))\"\(type)"
  }

  // MARK: Words

  private func quoted(variable: String) -> String { "\"$\(variable)\"" }

  /// A word of a shell.
  private func word(_ text: String) -> String {
    if text.isEmpty { return "''" }
    return secrets.parts(of: text).map { part in
      part.isVariable ? quoted(variable: part.text) : Self.quoted(part.text)
    }.joined()
  }

  /// A text that a shell takes as it is. Single quotes are enough for anything that is safe to show.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "_-./:=@%+,".utf8.contains(byte)
    }
    if isPlain { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.allSatisfy({ visibleText(String($0)) == $0 }) {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
    }
    // Control characters would act on the terminal that shows the command.
    var result = "$'"
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): result += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: result += String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return result + "'"
  }
}
