import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIRuntime

/// A few bytes can make a large value, so its size is limited.
@Suite struct MemoryTests {
  /// A model that takes much more than `{}`.
  private struct Sparse: JSONModel {
    var a, b, c, d, e, f, g, h: String?
    @BoxedOptional var next: Sparse?

    init() { next = nil }

    static let layout = ModelLayout<Self> {
      $0.optional("a", \.a)
      $0.optional("b", \.b)
      $0.optional("c", \.c)
      $0.optional("d", \.d)
      $0.optional("e", \.e)
      $0.optional("f", \.f)
      $0.optional("g", \.g)
      $0.optional("h", \.h)
      $0.optional("n", \._next)
    }
  }

  private struct Rest: JSONModel {
    var members: [String: Sparse]

    static let layout = ModelLayout<Self> { $0.additional(\.members) }
  }

  private func repeated(_ element: (Int) -> String, _ open: String, _ close: String) -> [UInt8] {
    [UInt8](open + (0..<10_000).map(element).joined(separator: ",") + close)
  }

  private func check<Coder: JSONCoder>(_ coder: Coder.Type, _ bytes: [UInt8], takes size: Int) {
    let error = #expect(throws: JSONError.self) {
      try coder.decode(bytes, options: JSONDecoding(maximumMemory: size / 2))
    }
    #expect(error?.kind == .memoryExceeded)
    #expect(error?.message.contains("\(size / 2) bytes") == true)
    #expect(throws: Never.self) { try coder.decode(bytes, options: JSONDecoding(maximumMemory: size * 3)) }
    #expect(throws: Never.self) { try coder.decode(bytes) }
  }

  @Test func listsMapsAndModels() {
    let size = MemoryLayout<Sparse>.stride * 10_000
    check([Sparse].self, repeated({ _ in "{}" }, "[", "]"), takes: size)
    check([String: Sparse].self, repeated({ #""\#($0)":{}"# }, "{", "}"), takes: size)
    check(Rest.self, repeated({ #""\#($0)":{}"# }, "{", "}"), takes: size)
    check([Sparse].self, repeated({ _ in #"{"n":{}}"# }, "[", "]"), takes: 2 * size)
    check([[Int]].self, repeated({ _ in "[1]" }, "[", "]"), takes: 10_000 * 40)
    check([Int].self, repeated({ _ in "1" }, "[", "]"), takes: 10_000 * 8)
    check([String].self, repeated({ _ in #""""# }, "[", "]"), takes: 10_000 * 16)
  }

  @Test func trees() {
    check(JSON.self, repeated({ _ in "[]" }, "[", "]"), takes: 10_000 * MemoryLayout<JSON>.stride)
    check(JSON.self, repeated({ #""\#($0)":0"# }, "{", "}"), takes: 10_000 * 60)
    check(JSON.self, repeated({ _ in #"{"a":0}"# }, "[", "]"), takes: 10_000 * 100)
  }

  private struct Listed: JSONModel {
    let values: [[Int]]
    static let layout = ModelLayout<Self> {
      $0.required(
        "values", \.values, [.items([.anyOf([[.const([1])], [.const([2])], [.enumeration([[3], [4]])]])])])
    }
  }

  private struct Distinct: JSONModel {
    let values: [[[Int]]]
    static let layout = ModelLayout<Self> { $0.required("values", \.values, [.items([.uniqueItems()])]) }
  }

  /// Trees that exist only while a value is checked.
  @Test func temporaryTrees() throws {
    let listed = repeated({ _ in "[3]" }, #"{"values":["#, "]}")
    check(Listed.self, listed, takes: 10_000 * 48)
    #expect(throws: Never.self) { try Listed.decode(listed, options: JSONDecoding(validation: .report)) }
    let distinct = repeated({ _ in "[[1],[2]]" }, #"{"values":["#, "]}")
    #expect(throws: Never.self) {
      try Distinct.decode(distinct, options: JSONDecoding(maximumMemory: 10_000 * 180))
    }
    let invalid = repeated({ _ in "[5]" }, #"{"values":["#, "]}")
    #expect(throws: Never.self) {
      try Listed.decode(
        invalid, options: JSONDecoding(validation: .report, maximumMemory: 10_000 * 120))
    }
  }

  private struct Numbers: JSONModel {
    let values: [Int]
    static let layout = ModelLayout<Self> { $0.required("values", \.values, [.uniqueItems()]) }
  }

  /// Elements are kept while they are compared.
  @Test func distinctElements() {
    check(Numbers.self, repeated({ "\($0)" }, #"{"values":["#, "]}"), takes: 10_000 * 130)
  }

  @Test func partialModels() throws {
    let bytes = [UInt8](#"{"a": "x"}"#)
    #expect(throws: JSONError.self) {
      try Partial<Sparse>.decode(bytes, fields: [\.a], options: JSONDecoding(maximumMemory: 8))
    }
    #expect(throws: Never.self) { try Partial<Sparse>.decode(bytes, fields: [\.a]) }
  }

  @Test func limitsOfAnySizeAreTaken() throws {
    for limit in [Int.min, -1, 0] {
      let options = JSONDecoding(maximumMemory: limit)
      #expect(throws: JSONError.self) { try [Int].decode([UInt8]("[1]"), options: options) }
      #expect(try Int.decode([UInt8]("1"), options: options) == 1)
    }
    #expect(try [Int].decode([UInt8]("[1]"), options: JSONDecoding(maximumMemory: .max)) == [1])
  }

  /// What a program has made already isn't limited.
  @Test func ownValuesAreWritten() throws {
    #expect(try JSON(encoding: [1, 2, 3]) == [1, 2, 3])
  }
}
