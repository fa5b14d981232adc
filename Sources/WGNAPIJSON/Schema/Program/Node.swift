import WGNAPISupport

/// A schema as it is run: masks, bounds and pointers, owned by the ``SchemaNode`` it was compiled from.
///
/// It is made of plain memory, so that running it counts no references.
struct Node: BitwiseCopyable {
  /// Schemas that need not be looked at in general.
  enum Shape: UInt8 {
    case general
    /// Anything goes.
    case any
    /// An object or an array with nothing else to check; maybe null.
    case object, array
    /// Another schema, or null or another schema.
    case forward, nullableForward
  }

  /// What there is to check beside the type.
  struct Checks: OptionSet {
    let rawValue: UInt16
    static let number = Checks(rawValue: 1)
    static let string = Checks(rawValue: 2)
    static let array = Checks(rawValue: 4)
    static let object = Checks(rawValue: 8)
    static let values = Checks(rawValue: 16)
    static let inPlace = Checks(rawValue: 32)
    static let unevaluatedItems = Checks(rawValue: 64)
    static let unevaluatedProperties = Checks(rawValue: 128)
    static let scope = Checks(rawValue: 256)
    static let location = Checks(rawValue: 512)

    /// What concerns null and booleans.
    static let anyType: Checks = [.values, .inPlace, .scope, .location]
  }

  var source: Unmanaged<SchemaNode>
  var shape = Shape.general
  var types = JSONTypes.all
  var checks: Checks = []
  /// The bounds of lengths in code points.
  var lengths = Bounds<Int>(lower: 0, upper: .max)
  var number: Unmanaged<NumberPlan>?
  var string: Unmanaged<StringPlan>?
  var values: Unmanaged<ValuePlan>?
  var array: UnsafeMutablePointer<ArrayPlan>?
  var object: UnsafeMutablePointer<ObjectPlan>?
  var instructions: UnsafeMutablePointer<Instruction>?
  var instructionCount = 0
  var unevaluatedItems: NodePointer?
  var unevaluatedProperties: NodePointer?
  var anchors: Unmanaged<AnchorPlan>?
  /// Whether what follows has been found out; see ``SchemaFinishing``.
  var isFinished = false
  /// Scalars that are surely accepted.
  var shortcut = Shortcut()
  /// Where a reference and nothing else leads, for values other than null.
  var target: NodePointer?

  /// Whether nothing can be accepted.
  var isNever: Bool { types.isEmpty }
}

typealias NodePointer = UnsafeMutablePointer<Node>

struct Bounds<Value: Comparable & BitwiseCopyable>: BitwiseCopyable {
  var lower: Value
  var upper: Value

  @inline(__always)
  func contains(_ value: Value) -> Bool { lower <= value && value <= upper }
}

/// A reference's place in compiled schemas.
struct LinkPointer: BitwiseCopyable {
  let link: Unmanaged<SchemaLink>
  /// The target, once found.
  let target: UnsafeMutablePointer<NodePointer?>
}

/// An applicator in place.
struct Instruction: BitwiseCopyable {
  enum Kind: UInt8 {
    case reference, inline, nullable, nullableReference
    case ref, dynamicRef
    case allOf, anyOf, oneOf, not, condition, alternatives
  }

  let kind: Kind
  /// The schemas; of a condition itself, `then` and `else`.
  var nodes: UnsafeMutablePointer<NodePointer?>?
  var count = 0
  var link: LinkPointer?
  var alternatives: Unmanaged<Alternatives>?
  /// The number of the dynamic anchor, or a negative one.
  var anchor = -1
}

/// What arrays are checked for.
struct ArrayPlan: BitwiseCopyable {
  var items: NodePointer?
  var prefix: UnsafeMutablePointer<NodePointer>?
  var prefixCount = 0
  var contains: NodePointer?
  var sizes = Bounds<Int>(lower: 0, upper: .max)
  var contained = Bounds<Int>(lower: 1, upper: .max)
  var isUnique = false
}

/// The dynamic anchors of a schema resource by their numbers.
final class AnchorPlan {
  /// In the order of the numbers.
  private let anchors: [Int]
  let links: [LinkPointer]

  init(_ entries: [(anchor: Int, link: LinkPointer)]) {
    let sorted = sortedPositions(entries.count) { entries[$0].anchor < entries[$1].anchor }
    anchors = sorted.map { entries[$0].anchor }
    links = sorted.map { entries[$0].link }
  }

  /// The link under an anchor; nil without that anchor.
  func link(of anchor: Int) -> LinkPointer? {
    var (low, high) = (0, anchors.count)
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle] < anchor { low = middle + 1 } else { high = middle }
    }
    return low < anchors.count && anchors[low] == anchor ? links[low] : nil
  }
}
