import Foundation
import HTTPTypes
import OpenAI
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime
import WGNAPIStreams

/// A client of OpenAI against a server that behaves like OpenAI's.
@Suite(.timeLimit(.minutes(5))) struct OpenAITests {
  private func client(
    _ server: MisbehavingServer, observers: [ClientObserver] = []
  ) -> Client {
    Client(
      server: Server(url: server.url, like: .main), key: .bearer("sk-secret"),
      configuration: .quick(observers))
  }

  private static func chunk(_ delta: String, finish: String = "null") -> MisbehavingServer.Step {
    .text(
      """
      data: {"id":"c","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[{"index":0,"delta":\(delta),"finish_reason":\(finish)}]}\n\n
      """)
  }

  private let question = StreamChatRequest.Payload(
    model: "m",
    messages: [
      .systemMessage(SystemMessage(role: .developer, content: "Be brief.")),
      .userMessage(UserMessage(content: .string("Why is the sky blue?"))),
    ], streamOptions: .init(includeUsage: true))

  @Test func aChatWordByWord() async throws {
    let isRead = Shared(false)
    let server = try MisbehavingServer { _ in
      [
        .events, Self.chunk(#"{"role":"assistant","content":""}"#), Self.chunk(#"{"content":"Ray"}"#),
        .waitUntil { isRead.now }, Self.chunk(#"{"content":"leigh"}"#), Self.chunk("{}", finish: #""stop""#),
        .text(
          #"data: {"id":"c","object":"chat.completion.chunk","created":1767225600,"model":"m","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}"#
            + "\n\ndata: [DONE]\n\n"), .close,
      ]
    }
    var text = ""
    var usage: Usage?
    for try await chunk in try await client(server).streamChat(payload: question) {
      text += chunk.choices.first?.delta.content ?? ""
      usage = chunk.usage ?? usage
      // The rest is sent only now, so nobody waits for the whole of it.
      if text == "Ray" { isRead.with { $0 = true } }
    }
    #expect(text == "Rayleigh")
    #expect(usage?.totalTokens == 11)
    let request = try #require(server.requests.first)
    #expect(request.path == "/v1/chat/completions")
    #expect(
      request.text
        == #"{"model":"m","messages":[{"role":"developer","content":"Be brief."},{"role":"user","content":"Why is the sky blue?"}],"stream":true,"stream_options":{"include_usage":true}}"#
    )
  }

  @Test func theServerBreaksOffWithinAnEvent() async throws {
    let server = try MisbehavingServer { _ in
      [.events, Self.chunk(#"{"content":"Ray"}"#), .text(#"data: {"id":"c","obj"#), .close]
    }
    var text = ""
    let error = try await #require(throws: APIError.self) {
      for try await chunk in try await client(server).streamChat(payload: question) {
        text += chunk.choices.first?.delta.content ?? ""
      }
    }
    #expect(text == "Ray")
    guard case .incomplete = error.kind else { throw error }
    #expect(error.operation == "streamChat")
    #expect(server.requests.count == 1)
  }

  @Test func theClientBreaksOff() async throws {
    let server = try MisbehavingServer { _ in
      [
        .events,
        .flood(
          Array(
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[]}\n\n"
              .utf8), times: .max),
      ]
    }
    var count = 0
    for try await _ in try await client(server).streamChat(payload: question) {
      count += 1
      if count == 3 { break }
    }
    #expect(count == 3)
    // The server notices that nobody listens, because the request has ended.
    for _ in 0..<2_000 where server.failedSends == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(server.failedSends == 1)
  }

  @Test func errorsBeforeTheStream() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          #"{"error": {"message": "Incorrect API key provided: sk-secret.", "type": "invalid_request_error", "param": null, "code": "invalid_api_key"}}"#,
          status: "401 Unauthorized")
      ]
    }
    let lines = Shared<[String]>([])
    let observer = ClientObserver(onResponse: { event in lines.with { $0.append("\(event)") } })
    let error = try await #require(throws: APIError.self) {
      try await client(server, observers: [observer]).streamChat(payload: question)
    }
    #expect(error.code(as: ErrorCode.self) == .invalidAPIKey)
    #expect(error.failure?.message == "Incorrect API key provided: <redacted>.")
    #expect(!"\(error)\(String(reflecting: error))".contains("sk-secret"))
    #expect(!lines.now.isEmpty && !lines.now.joined().contains("sk-secret"))
  }

  @Test func tooManyRequestsAreRepeated() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [
          .response(
            #"{"error": {"message": "Slow down", "type": "requests", "param": null, "code": "rate_limit_exceeded"}}"#,
            status: "429 Too Many Requests")
        ]
        : [
          .response(
            #"{"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": null, "tool_calls": [{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}]}"#
          )
        ]
    }
    let picture = ImagePart(imageURL: .init(url: try #require(URL(string: "https://example.com/a.png"))))
    let options = ChatOptions(
      model: "m",
      messages: [
        .userMessage(
          UserMessage(
            content: .list([
              .imagePart(picture)
            ])))
      ],
      tools: [Tool(function: .init(name: "f", parameters: ["type": "object"]))],
      toolChoice: .string(.required),
      responseFormat: .jsonObject(.init()))
    let client = client(server)
    let completion = try await client.completeChat(payload: options)
    #expect(server.requests.count == 2)
    #expect(completion.choices.first?.finishReason == .toolCalls)
    #expect(completion.choices.first?.message.toolCalls?.first?.function.name == "f")
    #expect(
      server.requests.last?.text.contains(
        #""tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","response_format":{"type":"json_object"}"#
      ) == true)
  }

  @Test func audioInBothForms() async throws {
    let server = try MisbehavingServer { request in
      request.text.contains("srt")
        ? [
          .text(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\n1\n\n")
        ]
        : [.response(#"{"text": "Hello"}"#)]
    }
    let client = client(server)
    let audio = FilePart([1, 2, 3], filename: "a.mp3")
    let json = try await client.transcribe(
      file: audio, model: "whisper-1", timestampGranularities: [.word, .segment])
    #expect(json == .json(.init(text: "Hello")))
    #expect(server.requests.first?.fields["accept"] == "application/json, text/plain")
    #expect(
      server.requests.first?.text.components(separatedBy: #"name="timestamp_granularities[]""#).count == 3)
    #expect(try await client.transcribe(file: audio, model: "whisper-1", format: .srt) == .plain("1\n\n"))
  }

  @Test func filesByTheLastOne() async throws {
    let server = try MisbehavingServer { request in
      let first = (request.query["after"].flatMap { Int($0.dropFirst(5)) } ?? 0) + 1
      let list = (first..<first + 2).map {
        #"{"id": "file-\#($0)", "object": "file", "bytes": 1, "created_at": 1, "filename": "f", "purpose": "batch"}"#
      }
      return [
        .response(
          #"{"object": "list", "data": [\#(list.joined(separator: ","))], "has_more": \#(first < 5), "last_id": "file-\#(first + 1)"}"#
        )
      ]
    }
    var ids: [String] = []
    for try await file in client(server).items(ListFilesRequest(limit: 2), in: \.data) { ids.append(file.id) }
    #expect(ids == (1...6).map { "file-\($0)" })
    #expect(server.requests.count == 3)
  }
}
