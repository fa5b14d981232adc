import APIModel
import Diagnostics
import TrafficEvidence

/// What numbers and texts are.
package enum ScalarGuesses {
  // MARK: Numbers

  package static func number(
    _ numbers: NumberEvidence, at place: TypeBuilder.Place, _ builder: inout TypeBuilder
  ) -> Schema {
    guard numbers.secrets == 0 else {
      var result =
        numbers.huge > 0 ? Schema(.number, .decimal) : Schema(numbers.fractions > 0 ? .number : .integer)
      result.isSecret = true
      builder.note(place, "a secret, by its name")
      return result
    }
    let words = Words.split(place.name)
    builder.learn(numbers, named: place.name)
    guard numbers.huge == 0 else {
      // A `Double` would lose digits.
      var result = Schema(.number, .decimal)
      result.comment = "integers beyond 64 bits"
      builder.note(place, "integers beyond 64 bits: \(numbers.huge) of \(numbers.count)")
      return result
    }
    guard numbers.fractions == 0 else { return Schema(.number) }
    if isTime(words), numbers.seconds > 0 || numbers.milliseconds > 0 {
      let isSeconds = numbers.seconds + numbers.zeros == numbers.count
      if isSeconds || numbers.milliseconds + numbers.zeros == numbers.count {
        var result = Schema(.integer, isSeconds ? .timestamp : .timestampMilliseconds)
        result.comment = "a guess by name and range"
        builder.note(place, "Unix time, by its name and range: \(counted(numbers.count, "sample"))")
        return result
      }
    }
    let isFlag = ["is", "has", "can"].contains(words.first ?? "") && words.count > 1
    if isFlag, numbers.minimum >= 0, numbers.maximum <= 1 {
      builder.note(place, "a flag, 0 or 1: \(counted(numbers.count, "sample"))")
      return Schema(.integer, .flag)
    }
    // `renamed_at` is 0 if nothing was renamed, where other times are numbers.
    if words.last == "at", numbers.zeros == numbers.count, builder.hasTimes {
      var result = Schema(.integer, .timestamp)
      result.comment = "a guess by name: only 0 so far"
      builder.note(
        place, "Unix time, by its name, although it was always 0: \(counted(numbers.count, "sample"))")
      return result
    }
    if words.contains(where: fractions.contains), builder.hasFractions(place.name, numbers) {
      var result = Schema(.number)
      result.comment = "only integers so far"
      builder.note(place, "a number by its name, although \(numbers.count) samples are integers")
      return result
    }
    return Schema(.integer)
  }

  /// Words in names of numbers that have fractions, even if the first ones don't.
  private static let fractions: Set<String> = [
    "avg", "average", "ratio", "percent", "percentage", "lat", "lng", "lon", "latitude", "longitude", "rate",
  ]

  private static func isTime(_ words: [String]) -> Bool {
    // `last_time_6` is a time, too.
    guard let last = words.last(where: { $0.utf8.first?.isDigit == false }) else { return false }
    return timeWords.contains(last) || words.count == 1 && ["start", "end"].contains(last)
  }

  /// What names of times end in.
  private static let timeWords: Set<String> = [
    "at", "created", "date", "deleted", "expiration", "expires", "modified", "published", "since", "till",
    "time", "timestamp", "ts", "until", "updated",
  ]

  // MARK: Texts

  package static func text(
    _ texts: TextEvidence, at place: TypeBuilder.Place, _ builder: inout TypeBuilder
  ) -> Schema {
    var result = Schema(.string)
    guard texts.secrets == 0 else {
      result.isSecret = true
      builder.note(place, "a secret, by its name")
      return result
    }
    if let format = format(of: texts) {
      // `""` isn't a date, and a list's elements can't be lenient.
      if texts.empty > 0, format != email {
        guard place.isProperty else { return result }
        result.lenience = [.emptyAsNull]
        if !place.mayBeAbsent { result.isNullable = true }
        builder.note(place, "an empty text in place of a value: \(texts.empty) of \(texts.count)")
      }
      result.format = format
      builder.note(place, "\(format.name): \(counted(texts.filled, "sample"))")
      return result
    }
    if let values = enumeration(texts, named: place.name) {
      result = .enumeration(of: values)
      result.comment = "\(texts.filled) samples"
      builder.note(place, "an enumeration: \(values.count) values in \(texts.filled) samples")
      if texts.empty > 0 {
        guard place.isProperty else { return Schema(.string) }
        result.lenience = [.emptyAsNull]
        if !place.mayBeAbsent { result.isNullable = true }
      }
    }
    return result
  }

  /// Addresses are texts, of which some may be empty.
  private static let email = Format.other("email")

  package static func format(of texts: TextEvidence) -> Format? {
    if texts.all(.dateTime) { return .dateTime }
    if texts.all(.date) { return .date }
    if texts.all(.url) { return .uri }
    if texts.all(.uuid) { return .uuid }
    if texts.all(.email) { return email }
    return nil
  }

  /// The values of an enumeration: few different words, each of them seen often.
  package static func enumeration(_ texts: TextEvidence, named name: String, fewest: Int = 12) -> [String]? {
    guard !texts.hasOthers, (2...16).contains(texts.values.count),
      texts.filled >= max(fewest, texts.values.count * 4)
    else { return nil }
    guard !PageRule.isCursor(name), NameWords.mayBeEnumerated(name) else { return nil }
    // Two values that differ in case only, or in `-` and `_`, would have the same name.
    let folded = Set(texts.values.keys.map { Words.folded($0) })
    guard folded.count == texts.values.count, !folded.contains("") else { return nil }
    return texts.values.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
