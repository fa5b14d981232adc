#if os(Linux)
  import HTTPTypes
  import WGNAPISupport
  import WGNAPITransport

  /// A response's head, as it comes line by line (RFC 9112).
  struct CurlHead {
    /// The bytes of all heads and trailers of a response that are put up with.
    static let sizeLimit = 256 << 10

    /// As many continuations of lines: each takes as long as the value is.
    private static let foldLimit = 100

    struct Malformed: Error {}

    /// The status; 0 before there is one.
    private(set) var status = 0
    private(set) var fields = HTTPFields()
    /// Whether all of it has come. What comes later are trailers, and left out.
    private(set) var isComplete = false
    /// The head without its body.
    var response: HTTPResponse { HTTPResponse(status: .init(code: status), headerFields: fields) }
    private var size = 0
    private var folds = 0

    /// Takes a line with its end; true if the head is complete with it.
    mutating func accept(_ line: UnsafeRawBufferPointer) throws(Malformed) -> Bool {
      size += line.count
      guard size <= Self.sizeLimit else { throw Malformed() }
      guard !isComplete else { return false }
      var line = line[...]
      while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
        line = line.dropLast()
      }
      if line.isEmpty { return try end() }
      if status == 0 {
        guard line.starts(with: Array("HTTP/".utf8)) else { throw Malformed() }
        status = try Self.status(line)
        fields = HTTPFields()
      } else {
        try acceptField(line)
      }
      return false
    }

    private mutating func end() throws(Malformed) -> Bool {
      switch HeadKind(status: status) {
      case .final:
        try checkLength()
        isComplete = true
      case .informational: status = 0
      case .invalid: throw Malformed()
      }
      return isComplete
    }

    /// Where the fields don't agree on where the body ends, neither may the server and whoever is between it and us
    /// (RFC 9112, section 6.3). libcurl takes one of them.
    private func checkLength() throws(Malformed) {
      let lengths = fields[values: .contentLength]
      guard let length = lengths.first else { return }
      guard lengths.allSatisfy({ $0 == length }), length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        IntegerText.int(length) != nil, fields[.transferEncoding] == nil
      else { throw Malformed() }
    }

    private static func status(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) -> Int {
      let digits = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().prefix { $0 != UInt8(ascii: " ") }
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw Malformed() }
      return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    private mutating func acceptField(_ line: Slice<UnsafeRawBufferPointer>) throws(Malformed) {
      if let first = line.first, Self.isBlank(first) {
        // The next line of a value (RFC 9112, section 5.2).
        folds += 1
        guard let last = fields.indices.last, folds <= Self.foldLimit else { throw Malformed() }
        let value = fields[last].withUnsafeBytesOfValue { Array($0) } + [UInt8(ascii: " ")] + Self.value(line)
        fields[last] = HTTPField(name: fields[last].name, lenientValue: value)
        return
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      else { throw Malformed() }
      // As bytes, since it need not be text (RFC 9110, section 5.5).
      fields.append(HTTPField(name: name, lenientValue: Self.value(line[line.index(after: colon)...])))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var bytes = bytes.drop(while: isBlank)
      while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
      return bytes
    }
  }
#endif
