import CYAML
import Diagnostics

/// Turns libyaml's problem and context into a message that says what to do, at the position where to do it.
func describeSyntaxError(_ failure: EventReader.Failure, in source: DecodedSource) -> Diagnostic {
  guard let problem = failure.problem else {
    return Diagnostic(
      .error, .yamlSyntax, "there is not enough memory to read the file", at: .unknown(file: source.file))
  }
  let problemPlace = source.location(of: failure.problemMark)
  let problemSpan = SourceSpan(file: source.file, start: problemPlace, end: problemPlace)
  let contextPlace = source.location(of: failure.contextMark)
  let contextSpan = SourceSpan(file: source.file, start: contextPlace, end: contextPlace)

  // A missing end is noticed at the end of the file, but must be added near its start.
  switch (failure.context, problem) {
  case ("while scanning a quoted scalar", "found unexpected end of stream"):
    return syntaxError(
      "this quoted text has no closing quote", at: contextSpan, ("the file ends here", problemSpan))
  case ("while scanning a quoted scalar", "found unexpected document indicator"):
    return syntaxError(
      "this quoted text has no closing quote", at: contextSpan, ("the next document starts here", problemSpan)
    )
  case ("while scanning an alias", "did not find expected alphabetic or numeric character"):
    return syntaxError("'*' begins an alias; quote text that begins with it", at: contextSpan)
  case ("while scanning an anchor", "did not find expected alphabetic or numeric character"):
    return syntaxError("'&' begins an anchor; quote text that begins with it", at: contextSpan)
  case ("while scanning a simple key", _):
    return syntaxError("expected ':' after this key", at: contextSpan)
  default: break
  }
  let character = source.character(at: problemPlace)
  let isTab = character == "\t" && tabProblems.contains(problem)
  var message =
    isTab ? describeTab(at: problemPlace.offset, in: source) : clearWords(for: problem, character: character)
  // On a later line, it is more probable that a bracket isn't closed.
  if let character, ":{[".unicodeScalars.contains(character), problem.contains("expected ','"),
    contextPlace.line == problemPlace.line
  {
    message += "; quote text that contains '\(character)'"
  }
  guard let note = failure.context.flatMap({ contextNotes[$0] }), contextPlace != problemPlace else {
    return syntaxError(message, at: problemSpan)
  }
  return syntaxError(message, at: problemSpan, (note, contextSpan))
}

private func syntaxError(
  _ message: String, at span: SourceSpan, _ note: (text: String, span: SourceSpan)? = nil
) -> Diagnostic {
  let notes = note.map { [Diagnostic.Note($0.text, at: $0.span)] } ?? []
  return Diagnostic(.error, .yamlSyntax, message, at: span, notes: notes)
}

/// libyaml's messages about tabs.
private let tabProblems: Set<String> = [
  "found character that cannot start any token", "found a tab character that violates indentation",
  "found a tab character where an indentation space is expected",
]

private func describeTab(at offset: Int, in source: DecodedSource) -> String {
  func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  let before = source.bytes[source.textStart..<offset].reversed().prefix { !isBreak($0) }
  let following = source.bytes[offset...].first { !isBlank($0) }
  guard before.allSatisfy(isBlank) else { return "a tab isn't allowed here; use a space" }
  switch following {
  case nil, 0x0A, 0x0D: return "a tab isn't allowed in an empty line here; remove it"
  case UInt8(ascii: "#"): return "a tab isn't allowed before a comment on its own line here; use spaces"
  default: return "a tab cannot indent a line; use spaces"
  }
}

private func clearWords(for problem: String, character: Unicode.Scalar?) -> String {
  switch (problem, character) {
  case ("found character that cannot start any token", .some(let character)):
    "'\(character)' cannot start a value; put the value in quotes"
  case ("did not find expected node content", .some(let character))
  where ",]}".unicodeScalars.contains(character):
    "expected a value before '\(character)'"
  default: problemWords[problem] ?? problem
  }
}

/// Replacements for libyaml's messages (scanner.c and parser.c of version 0.2.5). Others are clear as they are.
private let problemWords: [String: String] = [
  "mapping values are not allowed in this context":
    "a key isn't allowed here; quote text that contains ': ', or check the indentation",
  "mapping keys are not allowed in this context": "a key isn't allowed here; check the indentation",
  "block sequence entries are not allowed in this context":
    "an item '- ' isn't allowed here; start a new line for it",
  "found character that cannot start any token":
    "this character cannot start a value; put the value in quotes",
  "did not find expected key": "expected a key of the mapping; check the indentation",
  "did not find expected '-' indicator": "expected an item '- ' of the sequence; check the indentation",
  "did not find expected node content": "expected a value",
  "did not find expected ',' or ']'": "expected ',' or ']'",
  "did not find expected ',' or '}'": "expected ',' or '}'",
  "did not find expected <document start>": "expected the end of the document or a new one after '---'",
  "could not find expected ':'": "expected ':' after the key",
  "found unexpected ':'": "unexpected ':'; quote text that contains it",
  "found unknown escape character": "unknown escape after '\\' in double quotes",
  "did not find expected hexdecimal number": "expected hexadecimal digits in the escape",
  "found invalid Unicode character escape code": "the escape isn't a Unicode character",
  "did not find expected comment or line break": "expected a comment or the end of the line",
  "found an indentation indicator equal to 0": "the indentation after '|' or '>' must be 1 to 9",
  "did not find expected alphabetic or numeric character": "expected a name of letters, digits, '-' or '_'",
  "found undefined tag handle": "the tag's prefix is not defined by a %TAG directive",
  "found incompatible YAML document": "unsupported YAML version; write 1.1 or 1.2",
  "found duplicate %YAML directive": "second %YAML directive for one document",
  "found duplicate %TAG directive": "second %TAG directive with the same handle",
  "found unknown directive name": "unknown directive; %YAML and %TAG are known",
  "found extremely long version number": "the %YAML directive's version number is too long",
]

private let contextNotes: [String: String] = [
  "while parsing a block mapping": "the mapping starts here",
  "while parsing a flow mapping": "the mapping starts here",
  "while parsing a block collection": "the sequence starts here",
  "while parsing a flow sequence": "the sequence starts here",
  "while parsing a node": "the value starts here",
  "while parsing a block node": "the value starts here",
  "while parsing a flow node": "the value starts here",
  "while scanning a plain scalar": "the value starts here",
  "while scanning a quoted scalar": "the quoted text starts here",
  "while parsing a quoted scalar": "the quoted text starts here",
  "while scanning a block scalar": "the block of text starts here",
  "while scanning an anchor": "the anchor starts here",
  "while scanning an alias": "the alias starts here",
  "while scanning a tag": "the tag starts here",
  "while parsing a tag": "the tag starts here",
  "while scanning a directive": "the directive starts here",
]
