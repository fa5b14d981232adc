import WGNAPIJSON

/// The numbers that were seen in one place.
package struct NumberEvidence: Equatable, Sendable {
  package var count = 0
  /// Those with a fraction, or written with one.
  package var fractions = 0
  /// Integers that need more than 64 bits.
  package var huge = 0
  package var zeros = 0
  package var minimum = Double.infinity
  package var maximum = -Double.infinity
  /// Those that are times from 2000 to 2100, in seconds or milliseconds.
  package var seconds = 0
  package var milliseconds = 0
  /// Those that are secrets by their name, such as a PIN.
  package var secrets = 0

  package mutating func add(_ number: JSONNumber, isSecret: Bool = false) {
    count += 1
    if isSecret { secrets += 1 }
    let value: Double
    if let integer = Int64(number.text) {
      value = Double(integer)
    } else {
      value = number.double
      let isFraction = number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
      if isFraction { fractions += 1 } else { huge += 1 }
    }
    if value == 0 { zeros += 1 }
    guard value.isFinite else { return }
    // Of a secret, no more is known than whether it is 0 or 1.
    let known = isSecret ? min(max(value, -1), 2) : value
    minimum = min(minimum, known)
    maximum = max(maximum, known)
    if (946_684_800...4_102_444_800).contains(value) { seconds += 1 }
    if (946_684_800_000...4_102_444_800_000).contains(value) { milliseconds += 1 }
  }

  package mutating func merge(_ other: NumberEvidence) {
    count += other.count
    fractions += other.fractions
    huge += other.huge
    zeros += other.zeros
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    seconds += other.seconds
    milliseconds += other.milliseconds
    secrets += other.secrets
  }
}

/// The texts that were seen in one place.
package struct TextEvidence: Equatable, Sendable {
  /// How many different texts are told apart: as many as an enumeration may have.
  package static let mostValues = 16

  package var count = 0
  package var empty = 0
  /// Those that are secrets by their name or form; nothing else is known of them.
  package var secrets = 0
  /// How many have each form, in the order of `TextForms.all`; empty before the first text.
  package var forms: [Int] = []
  /// Numbers that clients would write otherwise, such as `1.0`.
  package var otherNumbers = 0
  /// How often each text was seen, if all of them are words.
  package var values: [String: Int] = [:]
  /// Whether some text isn't among `values`.
  package var hasOthers = false

  /// - Parameter keepsWords: Whether the name of the place allows an enumeration.
  package mutating func add(
    _ text: String, isSecret: Bool, keepsWords: Bool = true, _ looksSecret: (String) -> Bool
  ) {
    count += 1
    guard !text.isEmpty else {
      empty += 1
      return
    }
    guard !isSecret else {
      secrets += 1
      hasOthers = true
      values = [:]
      return
    }
    let found = TextForms(text)
    if forms.isEmpty { forms = [Int](repeating: 0, count: TextForms.all.count) }
    for (place, form) in TextForms.all.enumerated() where found.contains(form) { forms[place] += 1 }
    if !found.isDisjoint(with: [.integer, .decimal]), !TextForms.isWrittenByClients(number: text) {
      otherNumbers += 1
    }
    guard !hasOthers else { return }
    if let known = values[text] {
      values[text] = known + 1
    } else if keepsWords, found.contains(.word), !found.contains(.random), values.count < Self.mostValues,
      !Self.isSerial(text), !TextForms.isCode(text), !looksSecret(text)
    {
      values[text] = 1
    } else {
      hasOthers = true
      values = [:]
    }
  }

  /// Whether a word has a number of five or more digits, like the labels of samples and orders: `LAB-00017`.
  private static func isSerial(_ text: String) -> Bool {
    text.utf8.split { !$0.isDigit }.contains { $0.count >= 5 }
  }

  package mutating func merge(_ other: TextEvidence) {
    count += other.count
    empty += other.empty
    secrets += other.secrets
    otherNumbers += other.otherNumbers
    if forms.isEmpty {
      forms = other.forms
    } else {
      for (place, number) in other.forms.enumerated() { forms[place] += number }
    }
    hasOthers = hasOthers || other.hasOthers
    values.merge(other.values, uniquingKeysWith: +)
    if hasOthers || values.count > Self.mostValues {
      hasOthers = true
      values = [:]
    }
  }

  /// Forgets everything that isn't known of secrets.
  mutating func hide() {
    (secrets, forms, otherNumbers) = (filled, [], 0)
    addOther(0)
  }

  /// Forgets which forms the texts had, so that they are plain texts.
  package mutating func forgetForms() { forms = [] }

  /// Counts texts that nothing else is known of.
  mutating func addOther(_ number: Int) {
    count += number
    hasOthers = true
    values = [:]
  }

  package func count(of form: TextForms) -> Int {
    TextForms.all.firstIndex(of: form).flatMap { forms.isEmpty ? nil : forms[$0] } ?? 0
  }

  /// The number of texts that aren't empty.
  package var filled: Int { count - empty }

  /// Whether all texts that aren't empty have a form.
  package func all(_ form: TextForms) -> Bool { filled > 0 && count(of: form) == filled }
}

extension NumberEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    try fields.count("count", &count)
    try fields.count("fractions", &fractions)
    try fields.count("huge", &huge)
    try fields.count("zeros", &zeros)
    try fields.number("minimum", &minimum, none: .infinity)
    try fields.number("maximum", &maximum, none: -.infinity)
    try fields.count("seconds", &seconds)
    try fields.count("milliseconds", &milliseconds)
  }
}

extension TextEvidence: StoredEvidence {
  mutating func visit(_ fields: inout EvidenceFields) throws(EvidenceError) {
    // What was a word when it was seen may have been a secret elsewhere.
    if values.keys.contains(where: fields.isSecret) { addOther(0) }
    try fields.count("count", &count)
    try fields.count("empty", &empty)
    try fields.count("secrets", &secrets)
    try fields.counts("forms", &forms, length: TextForms.all.count)
    try fields.count("otherNumbers", &otherNumbers)
    try fields.counts("values", &values)
    try fields.flag("others", &hasOthers)
  }
}
