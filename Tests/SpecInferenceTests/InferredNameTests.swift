import Testing
import WGNAPIJSON

@testable import SpecInference
@testable import TrafficEvidence

/// Names of traffic that would be the same in Swift, and those that have no letters of English.
@Suite struct InferredNameTests {
  private static let api = "https://api.example.com/v1"

  private func check(_ har: HAR, _ lines: [String]) {
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in lines { #expect(spec.text.contains(line), "\(line)\n\(spec.text)") }
  }

  /// Also their types have different names.
  @Test func propertiesWithTypesOfTheirOwn() {
    var har = HAR()
    let words = ["alpha", "beta", "gamma"]
    for number in 0..<30 {
      let word = JSON.string(words[number % 3])
      let count = JSON.number(JSONNumber(number))
      har.add(
        "\(Self.api)/things/\(number)",
        response: [
          "id": count, "account_type": word, "accountType": word, "ship_to": ["a": count],
          "shipTo": ["b": "x y"], "Type": word, "type": word,
        ])
    }
    check(
      har, ["accountType: {swiftName: accountType2, enum: ", "shipTo: {swiftName: shipTo2, properties: "])
  }

  @Test func aNumberThatIsTaken() {
    var har = HAR()
    for number in 0..<3 {
      let value = JSON.number(JSONNumber(number))
      har.add(
        "\(Self.api)/things/\(number)",
        response: ["accountType2": value, "account_type": value, "accountType": value])
    }
    check(har, ["swiftName: accountType3"])
  }

  @Test func parametersWithTypesOfTheirOwn() {
    var har = HAR()
    let words = ["alpha", "beta"]
    for number in 0..<16 {
      let word = words[number % 2]
      har.add("\(Self.api)/things?item_type=\(word)&itemType=\(word)", response: ["id": 1])
    }
    check(har, ["itemType2: {enum: [alpha, beta], name: itemType}"])
  }

  /// One request is no evidence for a parameter.
  @Test func wordsOfOtherLanguagesInPaths() {
    var har = HAR()
    har.add("\(Self.api)/caf%C3%A9/men%C3%BC", response: ["id": 1])
    har.add("\(Self.api)/%E6%97%A5%E6%9C%AC", response: ["id": 1])
    har.add("\(Self.api)/me%CC%81nu/a%20b", response: ["id": 1])
    check(
      har,
      [
        "  cafeMenu:\n    get: \"caf%C3%A9/men%C3%BC\"", "get: \"%E6%97%A5%E6%9C%AC\"",
        "get: \"me%CC%81nu/{id}\"",
      ])
  }
}
