/// The words of a name, split at characters that are neither letters nor digits, and where the case changes.
///
/// `max_xp` → max, xp; `AT-SPG` → AT, SPG; `heavyTank` → heavy, Tank; `XMLParser` → XML, Parser; `userIDs` → user, IDs;
/// `JSONish` and `x195` stay whole.
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
      if startsWord || (endsAcronym && !isWhole(current, and: scalar, scalars[(index + 1)...])) { finish() }
    }
    current.append(scalar)
  }
  finish()
  return words
}

/// Whether an acronym's last capital belongs to it, although a small letter follows: in `IDs` and `JSONish`.
private func isWhole(
  _ acronym: String.UnicodeScalarView, and last: Unicode.Scalar, _ rest: ArraySlice<Unicode.Scalar>
) -> Bool {
  let isPlural = rest.first == "s" && !(rest.dropFirst().first?.properties.isLowercase ?? false)
  if isPlural { return true }
  let before = String(acronym).lowercased()
  return initialisms[before] == nil && initialisms[before + String(last).lowercased()] != nil
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
  for (word, name) in table where table[word + "s"] == nil && !word.hasSuffix("s") {
    table[word + "s"] = name + "s"
  }
  return table
}()

/// `accountID`: the first word in lower case, the others capitalized.
func lowerCamelCase(_ name: String) -> String {
  let words = words(of: name)
  return joined(words.prefix(1).map { $0.lowercased() } + words.dropFirst().map(capitalized))
}

/// `AccountID`: all words capitalized.
func upperCamelCase(_ name: String) -> String { joined(words(of: name).map(capitalized)) }

/// The words as one. Between digits is an underscore: `1.2` isn't 12.
private func joined(_ words: [String]) -> String {
  words.reduce(into: "") { name, word in
    if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
    name += word
  }
}

private func capitalized(_ word: String) -> String {
  let lower = word.lowercased()
  if let initialism = initialisms[lower] { return initialism }
  return lower.prefix(1).uppercased() + lower.dropFirst()
}
