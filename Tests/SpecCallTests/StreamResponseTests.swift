import MockServer
import Testing

@testable import SpecCall

/// What is shown of streams, and said of those that don't match the spec.
@Suite struct StreamResponseTests {
  @Test func streamsAreReadWhileTheyArrive() async throws {
    let events = """
      data: {"id":1,"name":"a"}

      event: other
      data: {"id":0,
      data: "name":"b"}

      : comment

      data: done

      data: {"id":7}


      """
    let (log, isSuccess) = try await ResponseSample.run(
      "events", .constant(events, type: "text/event-stream"))
    #expect(log.text == "{\"id\":1,\"name\":\"a\"}\nother: {\"id\":0,\"name\":\"b\"}\n")
    #expect(log.problems.map(\.line) == ["24: response /id: must not be less than 1 [minimum]"] && !isSuccess)
    // What is wrong is said with its element, because a stream may have no end.
    #expect(log.textAtProblems == [log.text])
    let (lines, _) = try await ResponseSample.run(
      "lines", .constant("{\"id\":1,\"name\":\"a\"}\n\nno\n{\"id\":2,\"name\":\"b\"}"))
    #expect(lines.text == "{\"id\":1,\"name\":\"a\"}\nno\n{\"id\":2,\"name\":\"b\"}\n")
    #expect(
      lines.problems.map(\.message)
        == ["response: an element isn't JSON: expected null, found no, at byte 0"])
  }

  /// What clients refuse to read as a stream is a response like any other.
  @Test func otherTypesThanThatOfTheStream() async throws {
    let problem = #"{"code": "busy", "text": "Later"}"#
    let (log, isSuccess) = try await ResponseSample.run("events", .constant(problem))
    #expect(log.text == "{\n  \"code\": \"busy\",\n  \"text\": \"Later\"\n}\n")
    #expect(
      log.problems.map(\.line) == [
        "18: response: Content-Type is application/json; the spec describes text/event-stream"
      ] && !isSuccess)
    let (raw, _) = try await ResponseSample.run("events", .constant(problem), form: .raw)
    #expect(String(decoding: raw.bytes, as: UTF8.self) == problem && raw.problems == log.problems)
    let (untyped, _) = try await ResponseSample.run("events", .constant("data: done\n\n", type: nil))
    #expect(
      untyped.problems.map(\.message)
        == ["response: Content-Type is missing; the spec describes text/event-stream"])
    let (page, isPage) = try await ResponseSample.run("lines", .constant("<p>", type: "text/html"))
    #expect(page.text == "<p>\n" && !isPage)
    #expect(
      page.problems.map(\.message)
        == ["response: Content-Type is text/html; the spec describes application/jsonl"])
  }

  /// A stream whose last event is known isn't complete without it.
  @Test func streamsWithoutTheirEnd() async throws {
    let event = "data: {\"id\":1,\"name\":\"a\"}\n\n"
    let (log, isSuccess) = try await ResponseSample.run("events", .constant(event, type: "text/event-stream"))
    #expect(log.problems.map(\.line) == ["18: response: the stream ended without 'done'"] && !isSuccess)
    let optional = ResponseSample.specs.replacing("until: done", with: "until?: done")
    let (_, isComplete) = try await ResponseSample.run(
      "events", .constant(event, type: "text/event-stream"), specs: optional)
    #expect(isComplete)
    let (_, isNothing) = try await ResponseSample.run(
      "events", .constant("", status: 204, type: nil), specs: optional)
    #expect(isNothing)
  }

  /// As clients do: lines may end with a carriage return, and a stream may begin with a byte order mark.
  @Test func streamsAreTakenApartAsByClients() async throws {
    let events =
      "\u{FEFF}data: {\"id\":1,\r\ndata: \"name\":\"a\"}\r\n\r\nevent:\rdata: {\"id\":2,\"name\":\"b\"}\r\r"
      + "data: done\r\r"
    let (log, isSuccess) = try await ResponseSample.run(
      "events", .constant(events, type: "text/event-stream"))
    #expect(log.text == "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n")
    #expect(isSuccess, "\(log.problems.map(\.line))")
    let sequence = ResponseSample.specs.replacing("{lines: Item}", with: "{sequence: Item}")
    let (other, isOther) = try await ResponseSample.run(
      "lines", .constant("{\"id\":1,\"name\":\"a\"}\n"), specs: sequence)
    #expect(
      other.problems.map(\.message) == ["a JSON text sequence must begin with a record separator"] && !isOther
    )
    let (good, isGood) = try await ResponseSample.run(
      "lines", .constant("\u{1E}{\"id\":1,\n\"name\":\"a\"}\n"), specs: sequence)
    #expect(good.text == "{\"id\":1,\"name\":\"a\"}\n" && isGood)
  }
}
