/// Swift code as text and bracketed lists. Lines are broken at the lists, never by searching text.
///
/// A string literal becomes one piece of text, and interpolated code keeps its own pieces: `"static let all =
/// \(Code.array(elements))"`. No line is broken at a bracket in a literal's text.
struct Code: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case list(List)
  }

  /// A list between two brackets.
  struct List: Sendable, Hashable {
    enum Brackets: Sendable, Hashable { case parentheses, square }

    var brackets: Brackets
    var elements: [Code]

    var opening: String { brackets == .parentheses ? "(" : "[" }
    var closing: String { brackets == .parentheses ? ")" : "]" }
  }

  private(set) var pieces: [Piece] = []
  /// The width of the code on one line.
  private(set) var width = 0
  /// The imports that it needs.
  private(set) var imports: Imports = []
  /// The functions beside the generated code that it calls. They may throw errors.
  private(set) var helpers: Set<String> = []

  init() {}

  init(_ text: String) { append(text) }

  init(_ list: List) {
    pieces = [.list(list)]
    width = 2 + list.elements.reduce(2 * max(list.elements.count - 1, 0)) { $0 + $1.width }
    imports = Imports(of: list.elements.map(\.imports))
    for element in list.elements { helpers.formUnion(element.helpers) }
  }

  /// The code on one line.
  var text: String {
    if pieces.count == 1, case .text(let text)? = pieces.first { return text }
    return Code.text(pieces[...])
  }

  static func text(_ pieces: ArraySlice<Piece>) -> String {
    var result = ""
    write(pieces, to: &result)
    return result
  }

  private static func write(_ pieces: ArraySlice<Piece>, to result: inout String) {
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .list(let list):
        result += list.opening
        for (position, element) in list.elements.enumerated() {
          if position > 0 { result += ", " }
          write(element.pieces[...], to: &result)
        }
        result += list.closing
      }
    }
  }

  mutating func append(_ text: String) {
    guard !text.isEmpty else { return }
    width += text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(text))
    }
  }

  mutating func append(_ other: Code) {
    imports.formUnion(other.imports)
    helpers.formUnion(other.helpers)
    for piece in other.pieces {
      switch piece {
      case .text(let text): append(text)
      case .list(let list):
        pieces.append(piece)
        width += Code(list).width
      }
    }
  }
}

/// A value that can be written as Swift code.
protocol CodeConvertible {
  var code: Code { get }
}

extension Code: CodeConvertible {
  var code: Code { self }
}

extension Code: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var code = Code()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { code.append(literal) }
    mutating func appendInterpolation(_ text: String) { code.append(text) }
    mutating func appendInterpolation(_ part: some CodeConvertible) { code.append(part.code) }
  }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.code }
}

extension Code {
  /// The same code, which needs imports.
  func needing(_ imports: Imports) -> Code {
    var code = self
    code.imports.formUnion(imports)
    return code
  }

  /// `callee(arguments)`, without the arguments that are nil.
  static func call(_ callee: Code, _ arguments: [Code?]) -> Code {
    "\(callee)\(Code(List(brackets: .parentheses, elements: arguments.compactMap(\.self))))"
  }

  /// `name(arguments)`, for a function beside the generated code.
  static func helper(_ name: String, _ arguments: [Code?], isTried: Bool = false) -> Code {
    var code = call(Code(isTried ? "try \(name)" : name), arguments)
    code.helpers.insert(name)
    return code
  }

  /// The code on one line, with one `try` for all helpers.
  var tried: String { helpers.isEmpty ? text : "try \(text)" }

  /// `[elements]`
  static func array(_ elements: [Code]) -> Code { Code(List(brackets: .square, elements: elements)) }

  /// `["name": value]`
  static func dictionary(_ entries: [(name: String, value: Code)]) -> Code {
    entries.isEmpty ? "[:]" : array(entries.map { "\(string($0.name)): \($0.value)" })
  }
}
