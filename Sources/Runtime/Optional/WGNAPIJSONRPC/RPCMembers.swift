import WGNAPIJSON
import WGNAPISupport

/// What an object of JSON-RPC says about itself.
struct RPCMembers: Sendable {
  enum ID: Sendable {
    /// The index of a call.
    case call(Int)
    case null
    case other
  }

  /// The place of the object in its document.
  private(set) var place = 0..<0
  /// The place of the ID, and its value; nil if there is none.
  private(set) var id: (place: Range<Int>, value: ID)?
  private(set) var hasError = false
  private var isVersion2 = false
  private var hasMethod = false
  private var hasSeveralIDs = false

  /// Whether it is one call, or a notification.
  var isCall: Bool { isVersion2 && hasMethod && !hasSeveralIDs }

  /// The index of the call that it answers.
  var index: Int? {
    guard case .call(let index)? = id?.value, !hasSeveralIDs else { return nil }
    return index
  }

  /// Whether it is an error that names no call (JSON-RPC 2.0, section 5).
  var isAnonymousError: Bool {
    guard hasError, !hasSeveralIDs else { return false }
    guard let id else { return true }
    if case .null = id.value { return true }
    return false
  }

  /// Reads a document that is an object; nil if it isn't one.
  static func read(_ document: [UInt8]) -> Self? {
    document.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes, options: .deepest)
      return try? reader.document { (reader) throws(JSONError) in try read(from: &reader, in: bytes) }
    }
  }

  /// Reads an object, once and without keeping its values.
  static func read(
    from reader: inout JSONReader, in document: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Self {
    var members = Self()
    // Skips white space.
    _ = reader.peek()
    let start = reader.offset
    try reader.readObject { (key, reader) throws(JSONError) in
      let token = reader.peek()
      let start = reader.offset
      switch key {
      case "jsonrpc" where token == .string:
        members.isVersion2 = try reader.readString() == "2.0"
        return
      case "method": members.hasMethod = token == .string
      case "error": members.hasError = token != .null
      default: break
      }
      try reader.skipValue()
      guard key == "id" else { return }
      members.hasSeveralIDs = members.id != nil
      let text = UnsafeBufferPointer(rebasing: document[start..<reader.offset])
      members.id = (start..<reader.offset, ID(token, text))
    }
    members.place = start..<reader.offset
    return members
  }
}

extension RPCMembers.ID {
  fileprivate init(_ token: JSONReader.Token?, _ text: UnsafeBufferPointer<UInt8>) {
    switch token {
    case .null: self = .null
    case .number where text.count <= 24:
      let number = JSONNumber(String(decoding: text, as: UTF8.self))
      self = number?.int64.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? .call($0 - 1) : nil } ?? .other
    default: self = .other
    }
  }
}

extension JSONDecoding {
  /// In a batch, calls and responses are one level deeper than alone.
  static var deepest: Self { JSONDecoding(validation: .off, maximumDepth: 256) }
}
