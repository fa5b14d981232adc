import CYAML

/// libyaml's event parser over text in memory; frees what libyaml allocates.
final class EventReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let isInitialized: Bool

  /// - Parameter text: UTF-8 without a byte order mark, which must outlive the reader.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    isInitialized = yaml_parser_initialize(parser) != 0
    guard isInitialized else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    if let start = text.baseAddress {
      yaml_parser_set_input_string(parser, start, text.count)
    } else {
      yaml_parser_set_input_string(parser, parserEmptyInput, 0)
    }
  }

  deinit {
    yaml_event_delete(event)
    if isInitialized { yaml_parser_delete(parser) }
    event.deallocate()
    parser.deallocate()
  }

  /// Reads the next event and frees the previous one.
  ///
  /// - Returns: nil if libyaml stopped with an error. The event's pointers are valid until the next call.
  func next() -> yaml_event_t? {
    yaml_event_delete(event)
    guard isInitialized, yaml_parser_parse(parser, event) != 0 else { return nil }
    return event.pointee
  }

  /// Why libyaml stopped.
  struct Failure {
    /// libyaml's message; nil if it ran out of memory.
    let problem: String?
    let problemMark: yaml_mark_t
    /// What libyaml was reading, in its own words: "while parsing a block mapping".
    let context: String?
    let contextMark: yaml_mark_t
  }

  /// Valid after `next` returned nil.
  var failure: Failure {
    guard isInitialized else {
      return Failure(problem: nil, problemMark: yaml_mark_t(), context: nil, contextMark: yaml_mark_t())
    }
    return Failure(
      problem: parser.pointee.problem.map { String(cString: $0) }, problemMark: parser.pointee.problem_mark,
      context: parser.pointee.context.map { String(cString: $0) }, contextMark: parser.pointee.context_mark)
  }
}

extension EventReader {
  /// The `:` that libyaml doesn't expect in a text without quotes, and the number of brackets around it; nil if `next` failed
  /// for another reason.
  var refusedColon: (mark: yaml_mark_t, level: Int)? {
    guard isInitialized, parser.pointee.error == YAML_SCANNER_ERROR, failure.problem == "found unexpected ':'"
    else { return nil }
    return (parser.pointee.problem_mark, Int(parser.pointee.flow_level))
  }
}

/// libyaml's scanner over text in memory, which provides the tokens behind the parser's events.
final class TokenReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let token: UnsafeMutablePointer<yaml_token_t>
  private let isInitialized: Bool

  /// - Parameter text: UTF-8 without a byte order mark, which must outlive the reader.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    token = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    token.initialize(to: yaml_token_t())
    isInitialized = yaml_parser_initialize(parser) != 0
    guard isInitialized else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress ?? parserEmptyInput, text.count)
  }

  deinit {
    yaml_token_delete(token)
    if isInitialized { yaml_parser_delete(parser) }
    token.deallocate()
    parser.deallocate()
  }

  /// Reads the next token and frees the previous one.
  ///
  /// - Returns: nil after the last one, or if libyaml stopped with an error.
  func next() -> yaml_token_t? {
    yaml_token_delete(token)
    guard isInitialized, yaml_parser_scan(parser, token) != 0, token.pointee.type != YAML_NO_TOKEN else {
      return nil
    }
    return token.pointee
  }
}

/// libyaml rejects a null pointer even for empty text.
private nonisolated(unsafe) let parserEmptyInput: UnsafePointer<UInt8> = {
  let pointer = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  pointer.initialize(to: 0)
  return UnsafePointer(pointer)
}()
