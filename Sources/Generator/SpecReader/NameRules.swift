import APIModel
import Diagnostics

/// Names are used as file names, and few file systems allow more than 255 bytes.
private let maximumNameLength = 200

/// Names that are invalid in Swift even between backticks. The emitter rejects names that generated code needs
/// itself.
private let reservedMemberNames: Set<String> = ["self", "Self", "init", "Type", "Protocol"]

/// The rules for names. Names end up in Swift source, file names and requests, so nothing unexpected may pass.
extension Report {
  /// Checks the name of a definition: an ASCII letter or `_`, then letters, digits, `_`, `-` and `.`.
  func checkDefinitionName(_ name: Name, of kind: String) -> Bool {
    guard checkSafe(name, kind: "the name of \(kind)") else { return false }
    guard checkLength(name, kind: "the name of \(kind)") else { return false }
    if isDefinitionName(name.text) { return true }
    if name.text.hasByte("/") || name.text.hasByte("\\") {
      error(
        .unsafeName, "the name of \(kind), '\(abbreviate(name.text))', has a path separator in it",
        at: name.span)
    } else {
      error(
        .invalidName,
        "'\(abbreviate(name.text))' can't be the name of \(kind): write letters, digits, '_', '-' and '.', "
          + "beginning with a letter", at: name.span)
    }
    return false
  }

  /// Checks a name that is sent to the service: any visible characters.
  ///
  /// - Parameter isQuoted: whether it is in double quotes, in which tabs and line breaks are escapes, so that they can be seen.
  func checkWireName(_ name: Name, of kind: String, isQuoted: Bool = false) -> Bool {
    guard !name.text.isEmpty else {
      error(.invalidName, "the name of \(kind) is empty", at: name.span)
      return false
    }
    var seen = name
    if isQuoted { seen.text.unicodeScalars.removeAll { ["\t", "\n", "\r"].contains($0) } }
    return checkSafe(seen, kind: "the name of \(kind)")
  }

  /// Checks the name of an HTTP header or cookie: a token (RFC 9110, section 5.6.2).
  func checkToken(_ name: Name, of kind: String) -> Bool {
    guard checkWireName(name, of: kind) else { return false }
    let isToken = name.text.utf8.allSatisfy { byte in
      isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    if !isToken {
      error(
        .invalidName,
        "'\(abbreviate(name.text))' can't be the name of \(kind): no spaces, separators or accents",
        at: name.span)
    }
    return isToken
  }

  /// Checks a Swift identifier that the spec sets by hand.
  ///
  /// - Parameter isType: whether it is the name of a top-level type.
  func checkSwiftName(_ name: Name, isType: Bool = false) -> Bool {
    guard checkSafe(name, kind: "the Swift name"), checkLength(name, kind: "the Swift name") else {
      return false
    }
    let scalars = name.text.unicodeScalars
    // `_1` is what the text `1` is called.
    let isNumber = scalars.first == "_" && scalars.dropFirst().first.map { ("0"..."9").contains($0) } == true
    let isIdentifier =
      (isNumber || scalars.first?.properties.isXIDStart == true)
      && scalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
      && !scalars.contains(where: \.joinsNext)
    guard isIdentifier else {
      let hint = name.text.hasPrefix("_") ? "; names that begin with '_' are reserved for generated code" : ""
      error(.invalidName, "'\(abbreviate(name.text))' isn't a Swift identifier\(hint)", at: name.span)
      return false
    }
    if reservedMemberNames.contains(name.text) || (isType && reservedTypeNames.contains(name.text)) {
      error(
        .reservedName,
        "'\(name.text)' can't be a Swift name here: Swift or generated code needs it for something else",
        at: name.span)
      return false
    }
    if isType, let first = name.text.first, first.isLowercase {
      error(
        .invalidName,
        "'\(name.text)' can't be the Swift name of a type: begin it with a capital, "
          + "'\(first.uppercased() + name.text.dropFirst())'", at: name.span)
      return false
    }
    return true
  }

  private func checkLength(_ name: Name, kind: String) -> Bool {
    guard name.text.utf8.count > maximumNameLength else { return true }
    error(
      .invalidName,
      "\(kind), '\(abbreviate(name.text))', is longer than \(maximumNameLength) bytes", at: name.span)
    return false
  }

  /// Checks that text contains no invisible characters, and none that a terminal or an editor interprets.
  func checkSafe(_ text: Name, kind: String) -> Bool {
    guard visibleText(text.text) != text.text else { return true }
    error(
      .unsafeName, "\(kind), '\(abbreviate(text.text))', has a control or invisible character in it",
      at: text.span)
    return false
  }
}

func isDefinitionName(_ name: String) -> Bool {
  guard let first = name.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
  return name.utf8.allSatisfy(isNameByte)
}

func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: ".")
}

func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
