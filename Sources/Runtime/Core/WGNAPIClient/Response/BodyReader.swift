/// How to read a body without an envelope, such as bytes.
package struct BodyReader<Output: Sendable>: Sendable {
  /// The value of the `Accept` field; nil if all is accepted.
  let accept: String?
  /// How much memory a value takes in addition to the body, in bytes; nil if unknown.
  let memory: Int?
  /// Whether the body is read while it arrives.
  let isStreamed: Bool
  let read: @Sendable (ReceivedResponse) throws(ResponseRefusal) -> Output

  package init(
    accept: String?, memory: Int? = nil, isStreamed: Bool = false,
    read: @escaping @Sendable (ReceivedResponse) throws(ResponseRefusal) -> Output
  ) {
    self.accept = accept
    self.memory = memory
    self.isStreamed = isStreamed
    self.read = read
  }

  /// The body, unchanged.
  package static func bytes(_ make: @escaping @Sendable ([UInt8]) -> Output) -> Self {
    Self(accept: nil, memory: 0) { response throws(ResponseRefusal) in make(response.body) }
  }
}

/// Chooses how to read a response by its head.
package protocol ContentChoice<Output>: Sendable {
  associatedtype Output: Sendable
  /// Whether a redirect is a response, and therefore not followed.
  var describesRedirects: Bool { get }
  /// Returns the value of the `Accept` field; nil if all is accepted.
  ///
  /// - Parameter failures: The media types of failures.
  func accept(failures: [String]) -> String?
  /// Returns how to read a response; nil if its status isn't one of the responses.
  func content(of response: ReceivedResponse) throws(ResponseRefusal) -> ResponseFormat<Output>.Content?
}
