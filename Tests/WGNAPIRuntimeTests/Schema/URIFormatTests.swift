import Testing
import Thoroughness
import WGNAPIRuntime

@testable import WGNAPIFormats

/// RFC 3986, 3987 and 6570, and what any format does with very long texts.
struct URIFormatTests {
  private static let absoluteTexts = [
    "http://foo.bar/?baz=qux#quux", "http://foo.com/blah_(wikipedia)_blah#cite-1",
    "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
    "http://223.255.255.254", "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "file:///etc/hosts", "a:", "http://",
    "http://[v1.a:b]:", "x+y-z.1:/",
    "http://a?/?@:", "http://a#/?", "http://@", "http://a@:1", "http://a:99999999999", "a://[::1.2.3.4]",
  ]
  private static let relativeTexts = [
    "", "/abc", "abc", "//foo.bar/?baz=qux#quux", "#fragment", "?query", "./a:b", "a/b:c", "../..", "//",
    "/a@b", "a@b", "%41",
  ]
  private static let brokenTexts = [
    "\\\\WINDOWS\\fileshare", "bar,baz;[x]", "#frag\\ment", "http:// shouldfail.com", ":// should fail",
    "http://a b", "http://a#b#c", "http://[::1", "http://[::1]a",
    "http://[1.2.3.4]", "http://[v1.]", "http://[vx.a]", "http://a:b", "http://a:1x/", "%", "%4", "%4g",
    "a<b>", "a\"b", "a{b}", "a|b", "a^b", "a`b", "http://a/[b]",
    "http://a?[b]", "1a:b", ":a", "http://a@b@c", "http://[::1%25eth0]", "a\u{0}b", "a\n",
  ]

  @Test(arguments: absoluteTexts) func absolute(text: String) {
    for format in [StringFormat.uri, .uriReference, .iri, .iriReference] { #expect(format.accepts(text)) }
  }

  @Test(arguments: relativeTexts) func relative(text: String) {
    #expect(StringFormat.uriReference.accepts(text) && StringFormat.iriReference.accepts(text))
    #expect(!StringFormat.uri.accepts(text) && !StringFormat.iri.accepts(text))
  }

  @Test(arguments: brokenTexts) func broken(text: String) {
    for format in [StringFormat.uri, .uriReference, .iri, .iriReference] { #expect(!format.accepts(text)) }
  }

  @Test(arguments: ["http://ƒøø.ßår/?∂éœ=πîx#πîüx", "http://例え.jp/\u{10000}", "x:?\u{E000}\u{F0000}"])
  func international(text: String) {
    #expect(StringFormat.iri.accepts(text) && StringFormat.iriReference.accepts(text))
    #expect(!StringFormat.uri.accepts(text) && !StringFormat.uriReference.accepts(text))
  }

  /// Private use outside of queries, specials, noncharacters, controls and tags.
  @Test(arguments: [0xE000, 0xF0000, 0xFFFE, 0xFDD0, 0x1FFFE, 0x80, 0xE0001] as [UInt32])
  func notInternational(value: UInt32) throws {
    let text = String(Character(try #require(Unicode.Scalar(value))))
    #expect(!StringFormat.iri.accepts("x:" + text))
    #expect(!StringFormat.iri.accepts("x:#" + text))
    #expect(!StringFormat.iriReference.accepts("//a" + text))
  }

  @Test(arguments: [
    "", "http://example.com/dictionary/{term:1}/{term}", "{+path,x}/here", "{#x,hello,y}", "map?{x,y}",
    "X{.list*}", "{/var,x}/here",
    "{;x,y,empty}", "{?x,y}", "{&x*}", "{a.b_1%41}", "{var:9999}", "é\u{E000}", "%41[x]", "a'b{c}", "{=x}",
    "{|x}",
  ])
  func template(text: String) { #expect(StringFormat.uriTemplate.accepts(text)) }

  @Test(arguments: [
    "http://example.com/dictionary/{term:1}/{term", "{}", "}", "{a", "{a}}", "{{a}}", "{a,}", "{,}", "{a b}",
    "{a:0}", "{a:10000}", "{a:}", "{a:1*}", "{a**}",
    "{.}", "{a..b}", "{.a.}", "{-a}", "{$a}", "{é}", "%4", "a b", "a\"b", "<a>", "a\\b", "a^b", "a`b",
    "a|b", "{%4}", "\u{80}",
  ])
  func notTemplate(text: String) { #expect(!StringFormat.uriTemplate.accepts(text)) }

  /// Very long texts, cut off anywhere: every format comes to an end.
  @Test(arguments: StringFormat.allCases)
  func hostileSizes(format: StringFormat) {
    for unit in [
      "a", "1", "é", ":", "/", "{a}", "(", "xn--a.", "\"", "%41", "@", "[", "P1Y", "0-", "~0", "a|", "1:",
      "٠", "・", "\\p{L}",
    ] {
      _ = format.accepts(String(repeating: unit, count: rounds(200_000) / unit.utf8.count))
    }
    for prefix in ["http://[", "\"", "a@", "xn--", "P", "/", "[", "2024-01-01T00:00:00."] {
      #expect(
        !format.accepts(prefix + String(repeating: "1", count: rounds(100_000)) + "\u{0}")
          || format == .jsonPointer
          || format == .regex)
    }
  }

  /// Every beginning of a valid text, and the text with each byte replaced, is read within its bounds.
  @Test(arguments: StringFormat.allCases)
  func mutations(format: StringFormat) {
    let samples = [
      "2024-02-29T12:30:00.5+02:00", "P1Y2M3DT4H5M6S", "\"a\\\"\"@[IPv6:::1]", "xn--bcher-kva.de",
      "bücher。de", "1:2::192.168.0.1",
      "http://u@[::1]:80/p?q#f", "{+a*,b:3}", "/a~0", "0-1#", "(?<n>a)\\k<n>", "aGk=",
      "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
    ]
    for sample in samples {
      let bytes = Array(sample.utf8)
      for length in 0...bytes.count {
        Array(bytes[..<length]).withUnsafeBufferPointer { _ = format.accepts($0) }
      }
      for index in bytes.indices {
        for replacement: UInt8 in [0, 0x25, 0x2E, 0x3A, 0x5B, 0x7B, 0x80, 0xC3, 0xE2, 0xF4, 0xFF] {
          var changed = bytes
          changed[index] = replacement
          changed.withUnsafeBufferPointer { _ = format.accepts($0) }
        }
      }
    }
  }
}
