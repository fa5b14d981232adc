import Foundation
import Shop
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// Models of JSON Schema documents whose values are dates, or lists and maps of dates.
struct DateModelTests {
  @Test func modelsOfDatesAreAliases() throws {
    let time = "2026-01-02T03:04:05Z"
    let text = """
      {"at": "\(time)", "history": ["\(time)"], "opening": {"a": "\(time)"}, "entry": {"from": "\(time)"}}
      """
    let times = try Times.decode([UInt8](text.utf8))
    let date: Moment = times.at
    #expect(date.timeIntervalSince1970 == 1_767_323_045)
    #expect(times.history == [date])
    #expect(times.opening == ["a": date])
    #expect(times.entry == .shift(Shift(from: date)))
    #expect(try Times.decode(times.encoded()) == times)
    let link = try #require(URL(string: "https://example.com"))
    #expect(try Links.decode(Links(rawValue: [link]).encoded()).rawValue == [link])
    #expect(JSONSchema(Constraints.history).isValid([UInt8](#"["\#(time)"]"#.utf8)))
    #expect(!JSONSchema(Constraints.history).isValid([UInt8](#"["\#(time)", "\#(time)", "\#(time)"]"#.utf8)))
  }

  @Test func anAliasAmongAlternativesIsValidated() {
    #expect(Entry.isValid([UInt8](#""2026-01-02T03:04:05Z""#.utf8)))
    // Too long.
    #expect(!Entry.isValid([UInt8](#""2026-01-02T03:04:05.5Z""#.utf8)))
  }
}
