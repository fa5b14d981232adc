import APIModel
import Diagnostics
import Testing

@testable import SpecInference

/// Comments are written beside what they are about.
struct WrittenCommentTests {
  private func text(_ change: (inout Module) -> Void) -> String {
    var module = Module(name: Name(guess: "Shop"))
    change(&module)
    return SpecFilesWriter(module, usualEnvelope: nil, clean: { $0 }).files(exchanges: 1).map(\.text).joined()
  }

  private func schema(_ comment: String) -> Schema {
    var schema = Schema(.string)
    schema.comment = comment
    return schema
  }

  private func endpoint(_ change: (inout Endpoint) -> Void) -> String {
    text { module in
      var endpoint = Endpoint(
        name: Name(guess: "send"), methods: [.post], path: Name(guess: "send"), span: .unknown(file: "send"))
      endpoint.responses = [response(200...299, "the response")]
      change(&endpoint)
      module.endpoints = [endpoint]
    }
  }

  private func response(_ statuses: ClosedRange<Int>, _ comment: String, _ type: String? = nil)
    -> Endpoint.Response
  {
    .init(
      statuses: statuses, mediaType: type.map { Name(guess: $0) }, payload: .json(schema(comment)),
      span: .unknown(file: "send"))
  }

  @Test func eachResponse() {
    #expect(endpoint { _ in }.contains("    response: {json: string}   # the response\n"))
    let several = endpoint {
      $0.responses = [response(200...200, "the first"), response(202...202, "the second")]
    }
    #expect(
      several.contains("      200: {json: string}   # the first\n      202: {json: string}   # the second\n"),
      "\(several)")
    // The only one is on the line of its key.
    let one = endpoint { $0.responses = [response(202...202, "the only one")] }
    #expect(one.contains("    responses: {202: {json: string}}   # the only one\n"), "\(one)")
    let types = endpoint {
      $0.responses = [
        response(200...299, "as one", "application/a+json"),
        response(200...299, "as another", "application/b+json"),
      ]
    }
    #expect(types.contains("# as one\n") && types.contains("# as another\n"), "\(types)")
  }

  @Test func eachPartAndEachBody() {
    let parts = endpoint {
      $0.body = .multipart([
        .init(name: Name(guess: "a"), content: .value(schema("about a")), isRequired: true),
        .init(
          name: Name(guess: "b"), content: .file(mediaType: nil, isList: false), isRequired: false,
          documentation: .init(summary: "about b")),
      ])
    }
    #expect(
      parts.contains("        a: string   # about a\n")
        && parts.contains("b?: {file: application/octet-stream}   # about b\n"), "\(parts)")
    let bodies = endpoint {
      $0.body = .alternatives([
        .init(mediaType: Name(guess: "application/json"), body: .json(schema("in JSON"))),
        .init(mediaType: Name(guess: "text/csv"), body: .text(mediaType: "text/csv")),
      ])
    }
    #expect(bodies.contains("      application/json: string   # in JSON\n"), "\(bodies)")
  }

  @Test func eachFailureServerAndCredential() {
    let failures = endpoint {
      $0.failures = [Failure(400, .json(schema("when refused"))), Failure(404, .json(schema("when lost")))]
    }
    #expect(failures.contains("# when refused\n") && failures.contains("# when lost\n"), "\(failures)")
    let text = text { module in
      module.failures = [Failure(400, .json(schema("all refused"))), Failure(404, .json(schema("all lost")))]
      module.servers = ["a", "b"].map {
        Server(name: Name(guess: $0), url: "https://\($0)/", documentation: .init(summary: "server \($0)"))
      }
      module.credentials = ["c", "d"].map {
        CredentialDefinition(
          name: Name(guess: $0), documentation: .init(summary: "credential \($0)"), scheme: .bearer)
      }
    }
    for comment in ["all refused", "all lost", "server a", "server b", "credential c", "credential d"] {
      #expect(text.contains("# \(comment)\n"), "\(comment)\n\(text)")
    }
  }
}
