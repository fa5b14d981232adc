import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIFormats
@testable import WGNAPIJSON
@testable import WGNAPISchema

/// Samples that the grammars of the formats accept and refuse.
struct FormatTests {
  private func check(_ format: StringFormat, valid: [String], invalid: [String]) {
    for text in valid { #expect(format.accepts(text), "\(text.debugDescription) is a \(format.rawValue)") }
    for text in invalid {
      #expect(!format.accepts(text), "\(text.debugDescription) is no \(format.rawValue)")
    }
  }

  /// One long text may take seconds to search: the time of a call, and the end of its task, hold within it, too.
  @Test func aSearchEndsWithTheReading() throws {
    var options = JSONDecoding()
    options.end = .now
    let text = Array(String(repeating: "a", count: 2_000_000).utf8)
    let pattern = RegexPattern.matching("(?<=(a|a)*)b")
    pattern.prepare()
    var work = TextWork(steps: .max, stop: options.stop)
    #expect(text.withUnsafeBufferPointer { pattern.accepts($0, &work) } == nil)
    #expect(Int.max - work.steps < 1_100_000)
    let schema: JSONSchema = [.pattern("(?<=(a|a)*)b")]
    let document = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
    let error = #expect(throws: JSONError.self) {
      try document.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes, options: options)
        return try schema.accepts(&reader)
      }
    }
    #expect(error?.kind == .workExceeded)
  }

  @Test func names() {
    #expect(StringFormat(rawValue: "date-time") == .dateTime)
    for name in ["int32", "int64", "float", "double", "password", "binary", "Date", ""] {
      #expect(StringFormat(rawValue: name) == nil)
    }
  }

  @Test func dateTime() {
    check(
      .dateTime,
      valid: [
        "1963-06-19T08:30:06.283185Z", "1963-06-19t08:30:06z", "1990-12-31T15:59:50.123-08:00",
        "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "2024-02-29T00:00:00+23:59",
        "0000-01-01T00:00:00Z",
      ],
      invalid: [
        "", "1998-12-31T23:59:61Z", "1998-12-31T23:58:60Z", "1998-12-31T22:59:60Z", "1990-02-31T15:59:59Z",
        "1990-12-31T15:59:59-24:00", "1963-06-19T08:30:06", "1963-06-19 08:30:06Z", "2013-350T01:01:01Z",
        "1963-6-19T08:30:06Z", "06/19/1963 08:30:06 PST", "1963-06-1৪T00:00:00Z", "1963-06-19T08:30:06.Z",
        "1963-06-19T08:30Z", "1963-06-19T08:30:06ZZ", "1963-06-19T08:30:06+0100", "+11963-06-19T08:30:06Z",
        "2023-02-29T00:00:00Z", "1963-06-19T24:00:00Z",
      ])
  }

  @Test func date() {
    check(
      .date, valid: ["1963-06-19", "2020-02-29", "2000-02-29", "0000-12-31"],
      invalid: [
        "2021-02-29", "1900-02-29", "2020-13-01", "2020-00-10", "2020-04-31", "06/19/1963", "1998-1-20",
        "20200229",
        "2020-02-29T", "১963-06-19", "2020-W01", "", " 2020-01-01",
      ])
  }

  @Test func time() {
    check(
      .time,
      valid: [
        "08:30:06Z", "08:30:06.283185z", "23:59:60Z", "01:29:60+01:30", "15:59:60-08:00", "08:30:06+00:20",
      ],
      invalid: [
        "08:30:06", "008:030:006Z", "8:3:6Z", "24:00:00Z", "00:60:00Z", "00:00:61Z", "22:59:60Z",
        "23:59:60+01:00",
        "08:30:06-8:00", "01:02:03Z+00:30", "01:02:03+24:00", "01:02:03+00:60", "08:30:06#00:20",
        "12:00:00.১Z", "",
      ])
  }

  /// What is read as a date is in the format, and the other way round but for the space that reading tolerates.
  @Test func dateTimeAgreesWithReading() {
    for text in [
      "1998-12-31T23:59:60Z", "2024-02-30T00:00:00Z", "2024-01-01T00:00:00.5-01:00", "2024-01-01T25:00:00Z",
    ] {
      #expect(StringFormat.dateTime.accepts(text) == (Timestamp(text) != nil))
    }
  }

  @Test func duration() {
    check(
      .duration,
      valid: [
        "P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "PT36H", "P1DT12H", "P2W", "P1Y2M3DT4H5M6S",
        "PT1H2M",
        "p1dt1s", "P00000000000000000000001D",
      ],
      invalid: [
        "", "P", "PT", "PT1D", "4DT12H30M5S", "P4DT", "P2D1Y", "P1D2H", "P2S", "P1", "P1YT", "P1Y2W", "P1W2D",
        "P1Y1D",
        "PT1H1S", "P২Y", "P-1D", "P1.5D", "P1D ", "PT1S1M",
      ])
  }

  @Test func email() {
    check(
      .email,
      valid: [
        "joe.bloggs@example.com", "te~st@example.com", "~t+@example.com", #""joe bloggs"@example.com"#,
        #""joe..bloggs"@example.com"#, #""joe@bloggs"@example.com"#, #""a\"b\\"@x"#, "joe@[127.0.0.1]",
        "joe@[IPv6:::1]",
        "joe@[x-tag:content]", "a@b", "!#$%&'*+-/=?^_`{|}@x.y", #"""@x"#,
      ],
      invalid: [
        "", "2962", "@", "a@", "@b", ".test@example.com", "test.@example.com", "te..st@example.com",
        "joe@invalid=domain.com", "joe@[127.0.0.300]", "joe@[IPv6:::1::]", "joe@[IPv6:", "joe@[]",
        "joe@[tag:]",
        "joe@[-:x]", "joe@[x]y", "a b@c", "a@b@c", "a@b.", "a@-b", #""a"b"@c"#, #""a@b"#, "a@b, c@d",
        "ü@example.com",
        "a@exämple.com", "\"a\n\"@b",
      ])
    check(
      .idnEmail,
      valid: [
        "실례@실례.테스트", "joe@example.com", "ü@example.com", #""ü ö"@x"#, "δ@παράδειγμα.gr",
        // Whoever sends the mail normalizes the name.
        "a@exa\u{308}mple.com", "a@e\u{323}\u{302}.x", "a@e\u{302}\u{323}.x",
      ],
      invalid: ["2962", "ü@", "@ü", "ü@-ü", "ü ö@x", "ü@ab--c\u{327}x\u{2028}"])
  }

  @Test func hostname() {
    let label63 = String(repeating: "a", count: 63)
    check(
      .hostname,
      valid: [
        "www.example.com", "a", "1host", "123", "a-b.c--d", "EXAMPLE.org", label63,
        "xn--ihqwcrb4cv8a8dqg056pqjye",
        "xn--4gbwdl.xn--wgbh1c", "xn--zca29lwxobi7a",
        [label63, label63, label63, String(label63.prefix(61))].joined(separator: "."),
      ],
      invalid: [
        "", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a_b", "a b", "not_a_valid_host_name", label63 + "a",
        "ü.de",
        "xn--X", "xn--", "XN--aa---o47jg78q", "xn--hello-txk", "xn--07jt112bpxg", "a\u{3002}b",
        [label63, label63, label63, label63].joined(separator: "."), "a:80", "1.2.3.4/8", "xn--abc-",
        "xn--99999999999",
      ])
  }

  @Test func idnHostname() {
    check(
      .idnHostname,
      valid: [
        "실례.테스트", "example.com", "bücher.de", "ßς་〇", "a\u{3002}b", "日本\u{FF0E}jp", "l·l", "α͵β", "א׳ב",
        "א״ב",
        "ァ・a", "・漢", "ب٠ب", "ب۰ب", "क\u{94D}\u{200D}ष", "क\u{94D}\u{200C}ष", "بي\u{200C}بي",
        "xn--ihqwcrb4cv8a8dqg056pqjye",
        "1host", "a--b",
        // Neither directions nor normalization forms are checked.
        "אבג", "אבג.example", "xn--4dbcagdahymbxekheh6e0a7fei0b.com", "אב.1host", "1אב", "bücher",
        "bu\u{308}cher",
        "ש\u{5BC}\u{5C1}", "か\u{3099}",
      ],
      invalid: [
        "〮실례.테스트", "-> $1.00 <--", "-hello", "hello-", "aa--ü", "\u{300}hello", "\u{903}hello", "ـߺ", "a·l",
        "·l", "l·",
        "α͵S", "α͵", "A׳ב", "׳ב", "A״ב", "def・abc", "・", "ب٠۰", "क\u{200D}ष", "\u{200D}ष", "a\u{200C}b", "",
        ".",
        "\u{3002}", "Ü.de", "a\u{2028}", "☃.de", "😀", "실" + String(repeating: "례", count: 62), "ü..a",
        "\u{378}",
      ])
  }

  /// RFC 5891, section 4.4: one A-label for each U-label.
  @Test func aLabels() {
    for format in [StringFormat.hostname, .idnHostname] {
      check(format, valid: ["xn--bcher-kva", "XN--BCHER-KVA", "xn--fiqs8s"], invalid: ["xn---fiqs8s"])
    }
  }

  @Test func ipv4() {
    check(
      .ipv4, valid: ["192.168.0.1", "0.0.0.0", "255.255.255.255", "1.2.3.4"],
      invalid: [
        "", "127.0.0.0.1", "256.1.1.1", "127.0", "0x7f.0.0.1", "2130706433", "087.10.0.1", "00.0.0.0",
        "1.2.3.4/24", "1২7.0.0.1",
        "1..2.3", "1.2.3.", ".1.2.3", "1.2.3.4 ", "1.2.3.1000",
      ])
  }

  @Test func ipv6() {
    check(
      .ipv6,
      valid: [
        "::1", "::", "1::", "::abef", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
        "1::3:4:5:6:7:8",
        "1::d6:192.168.0.1", "1:2::192.168.0.1", "::ffff:192.168.0.1", "1:2:3:4:5:6:1.2.3.4", "FEDC::BA98",
        "::1.2.3.4",
      ],
      invalid: [
        "", ":", "12345::", "::abcef", "1:1:1:1:1:1:1:1:1:1", "::laptop", "1", "1:2:3:4:5:6:7", "1::2::3",
        ":::", ":1",
        "1:2:3:4:5:6:7:", ":2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "fe80::a%eth1", "::1 ",
        "1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:1.2.3.4", "1::2:192.168.256.1", "1:2:1.2.3.4:5::",
        "::1:2:3:4:5:6:1.2.3.4",
        "::1.2.3", "fe80::/64", "1:2:3:4:5:6:7:৪",
      ])
  }

  @Test func uuid() {
    check(
      .uuid, valid: ["2EB8AA08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"],
      invalid: [
        "", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
        "2eb8aa08-aa98-11ea-b4ga-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380",
        "2eb8aa08aa98-11ea-b4aa73b441d16380----",
        "{2eb8aa08-aa98-11ea-b4aa-73b441d1638}",
      ])
  }

  @Test func jsonPointer() {
    check(
      .jsonPointer,
      valid: ["", "/", "/foo/bar~0/baz~1/%a", "/foo//bar/", "/é|\\\" ", "/foo/-", "/~01", "/a^b"],
      invalid: ["a", "#", "#/", "/foo/bar~", "/~2", "/~~", "/~0~", "0", " /a"])
    check(
      .relativeJSONPointer,
      valid: ["1", "0", "0/foo/bar", "2/0/baz/1/zip", "0#", "10/a~1b", "0+1/a", "1-2#", "120"],
      invalid: ["", "/foo", "-1/foo", "+1/foo", "00", "01/a", "0##", "0a", "#", "1+", "1+01", "0/~", "1# "])
  }

  @Test func regex() {
    check(
      .regex, valid: ["", "([abc])+\\s+$", #"^\p{Lu}\d{2,3}(?<a>b)\k<a>$"#, #"\-"#],
      invalid: ["^(abc]", "*", #"\Z"#, "[", #"\a"#])
  }

  @Test func byte() {
    check(
      .byte, valid: ["", "AAAA", "aGk=", "aA==", "+/+/"],
      invalid: ["A", "AAA", "AA=A", "A===", "====", "AAAA=", "AA A", "AA-_", "AAAA\n", "é12"])
  }
}

extension StringFormat {
  func accepts(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { accepts($0) } }
}
