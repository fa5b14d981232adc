import HTTPTypes
import WGNAPIJSON
import WGNAPISupport

/// How to get an answer from a cache again without composing its request.
package struct AnswerShortcut: Sendable {
  /// A fresh answer from the cache.
  package struct Kept {
    let head: HTTPResponse
    let body: [UInt8]
    let age: Duration
    let reading: Lazy<ResponseReadingResult>

    package init(
      head: HTTPResponse, body: [UInt8], age: Duration, reading: Lazy<ResponseReadingResult>
    ) {
      self.head = head
      self.body = body
      self.age = age
      self.reading = reading
    }
  }

  /// The cache. The shortcut holds only if no other middleware sees the request before it.
  let cache: any Middleware & AnyObject
  /// Returns the answer if it is still in the cache and fresh.
  let answer: @Sendable (ClientCore) -> Kept?

  package init(
    through cache: any Middleware & AnyObject, answer: @escaping @Sendable (ClientCore) -> Kept?
  ) {
    self.cache = cache
    self.answer = answer
  }
}

/// The last requests that a client answered from its cache, with shortcuts to their answers.
///
/// A request is recognized by the JSON of its parameters, byte by byte, because requests that are equal in Swift can be
/// sent differently: `é` has two spellings. Requests with secrets of their own aren't kept.
///
/// Unchecked: all mutable state is behind the lock.
final class RepeatedRequests: @unchecked Sendable {
  private struct Entry {
    let type: ObjectIdentifier
    let text: [UInt8]
    let shortcut: AnswerShortcut
  }

  private let mutex = Mutex()
  /// Those since the last time when there were too many, and those before, which are dropped the next time.
  private var recent: [Int: Entry] = [:]
  private var earlier: [Int: Entry] = [:]

  static let mostEntries = 128
  private static let longestText = 1 << 10

  /// Whether none is kept, so that none needs to be looked for.
  var isEmpty: Bool { mutex.withLock { recent.isEmpty && earlier.isEmpty } }

  /// The number of requests kept.
  var count: Int { mutex.withLock { recent.count + earlier.count } }

  func shortcut(_ type: ObjectIdentifier, _ text: UnsafeBufferPointer<UInt8>) -> AnswerShortcut? {
    let hash = Self.hash(type, text)
    return mutex.withLock {
      if let entry = recent[hash] { return Self.matches(entry, type, text) ? entry.shortcut : nil }
      guard let entry = earlier[hash], Self.matches(entry, type, text) else { return nil }
      insert(entry, hash)
      return entry.shortcut
    }
  }

  func keep(_ shortcut: AnswerShortcut, _ type: ObjectIdentifier, _ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.longestText else { return }
    let entry = Entry(type: type, text: Array(text), shortcut: shortcut)
    let hash = Self.hash(type, text)
    mutex.withLock { insert(entry, hash) }
  }

  private func insert(_ entry: Entry, _ hash: Int) {
    if recent.count >= Self.mostEntries { (earlier, recent) = (recent, [:]) }
    recent[hash] = entry
  }

  /// Keyed by the process's seed, so that nobody outside can choose texts with the same hash.
  private static func hash(_ type: ObjectIdentifier, _ text: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(type)
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return hasher.finalize()
  }

  private static func matches(
    _ entry: Entry, _ type: ObjectIdentifier, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    entry.type == type && entry.text.count == text.count && entry.text.elementsEqual(text)
  }
}

// Requests that were answered from the cache before.
extension ClientCore {
  /// Returns the answer to a request if it was answered from the cache before, and the answer is still fresh.
  func repeatedAnswer<Request: APIRequest>(
    to request: Request, _ options: CallOptions
  ) -> Answer<Request>? {
    guard let repeated, options.isPlain, !repeated.isEmpty else { return nil }
    let start = configuration.clock.uptime
    let shortcut = withText(of: request) {
      repeated.shortcut(ObjectIdentifier(Request.self), $0)
    }
    guard let shortcut, let kept = shortcut?.answer(self),
      case .success(let content as ResponseReading<Request>.Content) = kept.reading.value
    else { return nil }
    return Answer(
      value: content.value, envelope: content.envelope, status: kept.head.status,
      headers: kept.head.headerFields, violations: content.violations,
      duration: configuration.clock.uptime - start, requestNumber: configuration.random.requestNumber(),
      origin: .cache, age: kept.age, staleReason: nil, body: kept.body)
  }

  /// Keeps a shortcut to the answer to a request.
  func keep<Request: APIRequest>(
    _ shortcut: AnswerShortcut, for request: Request, _ options: CallOptions
  ) {
    guard let repeated, options.isPlain,
      (configuration.middleware.first as AnyObject?) === shortcut.cache
    else { return }
    withText(of: request) { repeated.keep(shortcut, ObjectIdentifier(Request.self), $0) }
  }

  /// Calls a closure with the text by which a request is recognized; returns nil if it isn't recognized.
  private func withText<Request: APIRequest, Result>(
    of request: Request, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    let endpoint = Request.endpoint
    guard endpoint.isRepeatable, credentials.requirement(endpoint.facts.credentials) == nil else {
      return nil
    }
    var writer = JSONWriter()
    guard endpoint.write(request, to: &writer) else { return nil }
    return writer.withBytes(body)
  }
}

extension CallOptions {
  /// Whether a call with these options may be answered like another one from the cache.
  fileprivate var isPlain: Bool {
    cache == .default && cachePolicy == nil && decoding == nil && method == nil && parameters.isEmpty
      && headerFields.isEmpty
  }
}

extension Endpoint {
  /// Writes the parameters of a request, each after its number, as the beginning of a JSON array; returns false if one is
  /// secret or can't be written.
  fileprivate func write(_ request: Request, to writer: inout JSONWriter) -> Bool {
    writer.beginArray()
    for index in sources.indices {
      let before = writer.count
      do throws(JSONError) {
        try sources[index].write(request, numbered: index, to: &writer)
      } catch {
        return false
      }
      // No other value ends like null, which an absent one may be written as.
      if facts.parameters[index].isSecret, writer.count != before,
        !writer.withBytes({ endsWithNull($0) })
      {
        return false
      }
    }
    return true
  }
}

private func endsWithNull(_ json: UnsafeBufferPointer<UInt8>) -> Bool {
  var index = json.count - 4
  for byte in "null".utf8 {
    guard index >= 0, json[index] == byte else { return false }
    index += 1
  }
  return true
}
