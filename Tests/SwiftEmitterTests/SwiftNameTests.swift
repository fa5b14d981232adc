import APIModel
import Diagnostics
import Foundation
import Testing

@testable import SwiftEmitter

struct SwiftNameTests {
  @Test(arguments: [
    ("account_id", "accountID"), ("max_xp", "maxXP"), ("1v1", "_1v1"), ("class", "class"),
    ("self", "selfValue"),
    ("Type", "type"), ("id", "id"), ("image_url", "imageURL"), ("account_ids", "accountIDs"),
    ("x195", "x195"),
    ("heavyTank", "heavyTank"), ("XMLParser", "xmlParser"), ("AT-SPG", "atSpg"),
    ("total_10_in_28d", "total10In28d"),
    ("name_i18n", "nameI18n"), ("url", "url"), ("hashValue", "hashValueValue"), ("init", "initValue"),
    ("имя_клана", "имяКлана"), ("a.b c-d", "aBCD"), ("", "value"), ("*/", "asteriskSlash"), ("_", "value"),
    ("\u{202E}abc\u{0}d", "abcD"), ("`class`", "class"), ("🚀", "rocket"), ("9", "_9"), (" ", "value"),
    ("IDs", "ids"), ("userIDs", "userIDs"), ("URLs", "urls"), ("PDFs", "pdfs"), ("userPDFs", "userPDFs"),
    ("JSONish", "jsonish"), ("APIsOf", "apisOf"), ("IDSource", "idSource"), ("DNSserver", "dnsserver"),
    ("iOSVersion", "iOSVersion"), ("+1", "plus1"), ("-1", "minus1"), ("1.2", "_1_2"), ("12", "_12"),
    ("v1.0", "v1_0"), ("c++", "cPlusPlus"), ("a--b-", "aB"), ("a_b+", "aB"),
    ("👍🏽", "thumbsUpSignEmojiModifierFitzpatrickType4"),
    ("\u{FE0F}", "value"),
    ("encode", "encodeValue"), ("hash", "hash"), ("__", "value"), ("_1", "_1"), ("a\u{D4E}", "a"),
  ])
  func membersAreDerivedByRule(wireName: String, expected: String) {
    #expect(SwiftName.member(wireName) == expected)
  }

  /// A nested type and the property that has it can't have one name.
  @Test(arguments: [
    ("crew", "Crew"), ("2fa.enabled", "_2faEnabledValue"), ("支付", "支付Value"), ("type", "TypeValue"),
  ])
  func nestedTypesDifferFromTheirProperties(wireName: String, expected: String) {
    #expect(SwiftName.nestedType(wireName) == expected)
    #expect(SwiftName.nestedType(wireName) != SwiftName.member(wireName))
  }

  @Test(arguments: [
    ("listReports", "listReports"), ("listReportsOfDepartments", "listReportsOf"),
    ("listReportsOffDepartments", "listReportsOff"), ("aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaa"),
    ("支付支付支付", "支付支付"),
  ])
  func longNamesEndWithAWord(name: String, expected: String) {
    #expect(shortened(name, to: 14) == expected)
  }

  @Test(arguments: [
    ("PlayerMatch", "PlayerMatch"), ("playerMatch", "PlayerMatch"), ("AccountID", "AccountID"),
    ("Type", "TypeValue"),
    ("SortOrder", "SortOrderValue"), ("host", "HostValue"),
    ("Error", "ErrorValue"), ("data", "DataValue"), ("player_match", "PlayerMatch"), ("1v1", "_1v1"),
    ("Result", "ResultValue"), ("String", "StringValue"), ("\"; import Foundation", "ImportFoundation"),
  ])
  func typesKeepTheAuthorsName(name: String, expected: String) {
    #expect(SwiftName.type(name) == expected)
  }

  @Test(arguments: [
    ("ARMOR_PIERCING", "armorPiercing"), ("-price", "priceDescending"), ("-1", "minus1"), ("0", "_0"),
    ("+1", "plus1"), ("+1.5", "plus1_5"), (">=", "greaterThanOrEqual"), ("!=", "notEqual"), ("*", "asterisk"),
    ("c#", "cSharp"), ("AA-", "aaMinus"), ("18+", "_18Plus"), ("👍", "thumbsUpSign"), ("--", "minusMinus"),
    ("allCases", "allCasesValue"), ("default", "default"), ("schema", "schemaValue"),
    // Of an optional value, `.none` would be nil.
    ("none", "noneValue"), ("some", "someValue"),
  ])
  func constantsAreDerivedByRule(wireValue: String, expected: String) {
    #expect(SwiftName.constant(wireValue) == expected)
  }

  @Test(arguments: [
    ("_", "EndpointRequest", "endpoint"), ("__", "EndpointRequest", "endpoint"), ("_1", "_1Request", "_1"),
    ("init", "InitRequest", "initEndpoint"), ("URLCheck", "URLCheckRequest", "urlCheck"),
    ("URLs", "URLsRequest", "urls"), ("JSONish", "JSONishRequest", "jsonish"),
    ("ABTest", "ABTestRequest", "abTest"),
  ])
  func endpointsAreNeverWithoutAName(name: String, request: String, method: String) {
    let span = SourceSpan.unknown(file: "a.yaml")
    let endpoint = Endpoint(
      name: Name(name, span: span), methods: [.get], path: Name("a", span: span), span: span)
    #expect(SwiftName.request(endpoint) == request)
    #expect(SwiftName.method(endpoint) == method)
  }

  @Test(arguments: [
    (402, "paymentRequired"), (413, "contentTooLarge"), (418, "status418"),
    (451, "unavailableForLegalReasons"),
    (505, "httpVersionNotSupported"), (100, "continue"), (299, "status299"), (404, "notFound"),
  ])
  func statusesHaveTheNamesOfTheRegistry(status: Int, expected: String) {
    #expect(responseCaseName(status...status) == expected)
  }

  @Test func classesOfStatusesAreNumbered() { #expect(responseCaseName(500...599) == "status5xx") }

  @Test func ofEqualNamesTheLaterAreNumbered() {
    var names = NumberedNames()
    #expect(
      ["_1", "_12", "_1", "a", "a", "_1"].map { names.take($0) } == ["_1", "_12", "_1_2", "a", "a2", "_1_3"])
  }

  /// A schema with the name of a type of the runtime that generated code spells would hide it.
  @Test func namesInGeneratedCodeAreReserved() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func texts(in folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + folder)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOfFile: "\(root.path)/\(folder)/\($0)", encoding: .utf8) }
    }
    var declared: Set<Substring> = []
    let declaration = #/\npublic (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
    for text in try texts(in: "Sources/Runtime") {
      declared.formUnion(text.matches(of: declaration).map(\.1))
    }
    #expect(declared.contains("AutomaticValue") && declared.contains("CallOptions"))
    let open = declared.filter { !reservedTypeNames.contains(String($0)) }
    for text in try texts(in: "Generated") + texts(in: "Tests/Golden/Recipes/Generated") {
      for line in text.split(separator: "\n") where !line.contains("//") && !line.contains("\"") {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        #expect(open.isDisjoint(with: words.map { $0.prefix { $0 != "." } }), "\(line)")
      }
    }
  }

  /// What `WGNAPIRuntime` exports by name wins over a type of a generated module, without a word.
  @Test func exportedNamesAreReserved() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let exports = try String(
      contentsOfFile: "\(root.path)/Sources/Runtime/Core/WGNAPIRuntime/Exports.swift", encoding: .utf8)
    let names = exports.matches(of: #/@_exported import \w+ \w+\.(\w+)/#).map { String($0.1) }
    #expect(names.contains("APIMiddleware") && names.contains("CurlTransport"))
    #expect(names.filter { !reservedTypeNames.contains($0) } == [])
  }

  @Test func keywordsGetBackticks() {
    #expect(SwiftName.escaped("class") == "`class`")
    #expect(SwiftName.escaped("accountID") == "accountID")
  }

  @Test func derivedNamesAreAlwaysIdentifiers() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      let name = SwiftName.member(text)
      #expect(!name.isEmpty)
      let first = name.unicodeScalars.first
      #expect(first == "_" || first?.properties.isXIDStart == true, "\(name.debugDescription)")
      #expect(
        name.unicodeScalars.dropFirst().allSatisfy {
          $0.properties.isXIDContinue && !$0.properties.isBidiControl
        })
    }
  }
}
