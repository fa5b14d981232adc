import TestSupport
import WGNAPITransport

/// A fault of a server, and what each transport makes of it: a row of the table in `docs/transports.md`.
struct Fault: Sendable {
  /// What a server does.
  enum Behavior: Sendable {
    /// It answers a request with this text.
    case response(String, closes: Bool)
    /// It sends this text instead of a TLS handshake.
    case handshake(String, closes: Bool)
  }

  /// What a caller gets.
  enum Outcome: Hashable, Sendable, CustomStringConvertible {
    /// A response with this body.
    case response(String, status: Int = 200)
    case failure(TransportFailure.Reason)
    case timedOut
    case tooLarge
    /// It isn't tried, because it depends on something, which the page says in these words.
    case either(String)
    /// It isn't tried, because it stops the process.
    case stop

    /// As the page has it.
    var description: String {
      switch self {
      case .response("", let status): "\(status), empty"
      case .response(_, let status): "\(status)"
      case .failure(let reason): "`\(reason.rawValue)`"
      case .timedOut: "`timedOut`"
      case .tooLarge: "`responseTooLarge`"
      case .either(let words): words
      case .stop: "stops the process"
      }
    }
  }

  let name: String
  let behavior: Behavior
  /// Whether the request is a POST with a large body, which the server doesn't read.
  let sendsBody: Bool
  let urlSession: Outcome
  let curl: Outcome
  let asyncHTTPClient: Outcome

  /// - Parameters:
  ///   - outcome: The outcome with all transports but those that have one of their own.
  init(
    _ name: String, _ behavior: Behavior, sendsBody: Bool = false, _ outcome: Outcome,
    urlSession: Outcome? = nil, curl: Outcome? = nil, asyncHTTPClient: Outcome? = nil
  ) {
    self.name = name
    self.behavior = behavior
    self.sendsBody = sendsBody
    self.urlSession = urlSession ?? outcome
    self.curl = curl ?? outcome
    self.asyncHTTPClient = asyncHTTPClient ?? outcome
  }

  /// The transports that it is tried with. On Apple's systems, `URLSession` has a parser of its own.
  static let kinds = AnyTransport.allCases.filter {
    #if canImport(FoundationNetworking)
      true
    #else
      $0 != .urlSession
    #endif
  }

  func outcome(_ kind: AnyTransport) -> Outcome {
    switch kind {
    #if AsyncHTTPClient
      case .asyncHTTPClient: asyncHTTPClient
    #endif
    case .urlSession: urlSession
    #if os(Linux)
      case .curl: curl
    #endif
    }
  }

  /// The line of the page.
  var row: String { "| \(name) | \(urlSession) | \(curl) | \(asyncHTTPClient) |" }
}

extension Fault {
  /// All that are on the page, in its order.
  static let all = connections + heads + lengths + chunks + bodies + uploads

  private static let head = "HTTP/1.1 200 OK\r\n"
  private static let whole = "Content-Length: 2\r\n\r\n{}"

  private static func open(_ text: String) -> Behavior { .response(text, closes: false) }
  private static func closed(_ text: String) -> Behavior { .response(text, closes: true) }
  private static func fields(_ count: Int, size: Int) -> String {
    (0..<count).map { "X-\($0): \(String(repeating: "x", count: size))\r\n" }.joined()
  }

  private static let connections = [
    Fault("closes the connection without a response", closed(""), .failure(.connectionLost)),
    Fault("closes it during the TLS handshake", .handshake("", closes: true), .failure(.connectionLost)),
    Fault("doesn't speak TLS", .handshake(head + whole, closes: false), .failure(.insecure)),
    Fault(
      "doesn't speak TLS, and closes at once", .handshake(head + whole, closes: true), .failure(.insecure),
      asyncHTTPClient: .either("`insecure` or `connectionLost`")),
  ]

  private static let heads = [
    Fault(
      "closes the connection in the head", closed(head + "Content-Le"), .failure(.connectionLost),
      urlSession: .stop),
    Fault("sends no HTTP", closed("gibberish\r\n\r\n"), .failure(.invalidResponse)),
    Fault("sends a status of two digits", closed("HTTP/1.1 20 OK\r\n" + whole), .failure(.invalidResponse)),
    Fault(
      "switches protocols (101)", closed("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
      .failure(.invalidResponse)),
    Fault(
      "sends 100 informational responses first", open(hints(100) + head + whole), .response("{}")),
    Fault(
      "sends 101 informational responses first", open(hints(101) + head + whole), .failure(.invalidResponse)),
    Fault(
      "sends a line without a colon", closed(head + "no field\r\n" + whole), .failure(.invalidResponse)),
    Fault(
      "folds a field into two lines", closed(head + "X-A: 1\r\n 2\r\n" + whole), .response("{}"),
      asyncHTTPClient: .failure(.invalidResponse)),
    Fault("sends a space before a colon", closed(head + "X-A : 1\r\n" + whole), .failure(.invalidResponse)),
    Fault(
      "sends a zero byte in a value", closed(head + "X-A: 1\u{0}2\r\n" + whole), .failure(.invalidResponse)),
    Fault(
      "ends the head's lines with line feeds only", closed("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}"),
      .failure(.invalidResponse), curl: .response("{}")),
    Fault(
      "sends 5,000 fields, or more than 256", closed(head + fields(257, size: 1) + whole),
      .failure(.invalidResponse)),
    Fault(
      "sends a field of more than 80 KiB", closed(head + fields(1, size: 82_000) + whole),
      .failure(.invalidResponse)),
    Fault(
      "sends fields of more than 256 KiB", closed(head + fields(250, size: 1_100) + whole),
      .failure(.invalidResponse)),
  ]

  private static func hints(_ count: Int) -> String {
    String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: count)
  }

  private static let lengths = [
    Fault(
      "sends two equal lengths", closed(head + "Content-Length: 2\r\n" + whole), .response("{}"),
      asyncHTTPClient: .failure(.invalidResponse)),
    Fault(
      "sends a list of equal lengths", closed(head + "Content-Length: 2, 2\r\n\r\n{}"),
      .failure(.invalidResponse), urlSession: .response("{}")),
    Fault(
      "sends two different lengths", closed(head + "Content-Length: 3\r\n" + whole),
      .failure(.invalidResponse)),
    Fault(
      "sends a length with a sign", closed(head + "Content-Length: +2\r\n\r\n{}"),
      .failure(.invalidResponse)),
    Fault(
      "sends the length 9223372036854775807", open(head + "Content-Length: 9223372036854775807\r\n\r\n"),
      .tooLarge, urlSession: .stop),
    Fault(
      "sends a length beyond 64 bits", open(head + "Content-Length: 9223372036854775808\r\n\r\n"),
      .failure(.invalidResponse)),
    Fault(
      "sends a length and chunks",
      closed(head + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
      .failure(.invalidResponse)),
    Fault(
      "closes the connection before the body's end", closed(head + "Content-Length: 9\r\n\r\n{}"),
      .failure(.connectionLost)),
    Fault("sends more than its length", closed(head + whole + "{}"), .response("{}")),
    Fault("ends a body without a length by closing", closed(head + "\r\n{}"), .response("{}")),
  ]

  private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

  private static let chunks = [
    Fault(
      "closes the connection between chunks", closed(chunked + "2\r\n{}\r\n"), .failure(.connectionLost)),
    Fault(
      "sends a chunk without a size", closed(chunked + "zz\r\n{}\r\n0\r\n\r\n"), .failure(.invalidResponse)),
    Fault(
      "ends chunks with line feeds only", closed(chunked + "2\n{}\n0\n\n"), .response("{}"),
      asyncHTTPClient: .failure(.invalidResponse)),
    Fault(
      "sends a trailer", closed(chunked + "2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"), .response("{}"),
      urlSession: .stop),
    Fault(
      "compresses for the transfer",
      closed(head + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
      .failure(.unsupportedCoding)),
  ]

  private static let bodies = [
    Fault(
      "sends a body with 204", closed("HTTP/1.1 204 No Content\r\n" + whole), .response("", status: 204)),
    Fault(
      "sends a body with 205", closed("HTTP/1.1 205 Reset Content\r\n" + whole), .response("", status: 205)),
    Fault(
      "sends a body with 304", closed("HTTP/1.1 304 Not Modified\r\n" + whole), .response("", status: 304)),
    Fault(
      "compresses with zstd, unasked", closed(head + "Content-Encoding: zstd\r\n" + whole),
      .failure(.unsupportedCoding), urlSession: .either("up to libcurl")),
    Fault(
      "compresses twice", closed(head + "Content-Encoding: gzip, gzip\r\n" + whole),
      .failure(.unsupportedCoding)),
    Fault(
      "doesn't compress what it says is compressed", closed(head + "Content-Encoding: gzip\r\n" + whole),
      .failure(.invalidResponse)),
  ]

  private static let uploads = [
    Fault(
      "answers 413 while a body is sent, and reads no more",
      open("HTTP/1.1 413 Content Too Large\r\n" + whole), sendsBody: true, .response("{}", status: 413)),
    Fault(
      "answers 200 while a body is sent, and reads no more", open(head + whole), sendsBody: true, .timedOut,
      asyncHTTPClient: .response("{}")),
  ]
}
