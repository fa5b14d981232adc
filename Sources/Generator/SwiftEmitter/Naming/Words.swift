/// The words of a name, split at characters that are neither letters nor digits, and where the case changes.
///
/// `max_xp` → max, xp; `AT-SPG` → AT, SPG; `heavyTank` → heavy, Tank; `XMLParser` → XML, Parser; `x195` stays whole.
/// Removes scalars that could mislead a reader, such as bidirectional marks and joiners.
func words(of name: String) -> [String] {
  var words: [String] = []
  var current = String.UnicodeScalarView()
  let scalars = Array(name.unicodeScalars)

  func finish() {
    if !current.isEmpty { words.append(String(current)) }
    current = String.UnicodeScalarView()
  }

  for (index, scalar) in scalars.enumerated() {
    guard isWordScalar(scalar) else {
      finish()
      continue
    }
    if let previous = current.last, isUppercase(scalar) {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let startsWord = !isUppercase(previous)
      let endsAcronym = isUppercase(previous) && (next?.properties.isLowercase ?? false)
      if startsWord || endsAcronym { finish() }
    }
    current.append(scalar)
  }
  finish()
  return words
}

private func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
  scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
}

/// Whether a scalar is valid in an identifier, except for the underscore.
private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII {
    return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }
  let properties = scalar.properties
  return properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint && !properties.isPatternSyntax
    && !scalar.joinsNext
}

/// Words that Swift's API design guidelines write in one case: `accountID`, `urlString`.
private let initialisms: [String: String] = {
  var table: [String: String] = [:]
  for word in [
    "api", "css", "dns", "hp", "html", "http", "https", "id", "ip", "json", "jwt", "os", "pdf", "sql", "ssl",
    "svg",
    "tls", "ui", "uri", "url", "utc", "utf", "uuid", "vr", "xml", "xp", "yaml",
  ] {
    table[word] = word.uppercased()
  }
  for word in ["api", "id", "ip", "uri", "url", "uuid"] { table[word + "s"] = word.uppercased() + "s" }
  return table
}()

/// `accountID`: the first word in lower case, the others capitalized.
func lowerCamelCase(_ name: String) -> String {
  var result = ""
  for word in words(of: name) {
    result += result.isEmpty ? word.lowercased() : capitalized(word)
  }
  return result
}

/// `AccountID`: all words capitalized.
func upperCamelCase(_ name: String) -> String {
  words(of: name).map(capitalized).joined()
}

private func capitalized(_ word: String) -> String {
  let lower = word.lowercased()
  if let initialism = initialisms[lower] { return initialism }
  return lower.prefix(1).uppercased() + lower.dropFirst()
}
