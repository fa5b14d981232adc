/// The memory that a reader has counted for its documents: ``JSONDecoding/maximumMemory`` says what counts.
///
/// It doesn't affect what is read, so all are equal. Unchecked: one reader writes it before its result is used.
package final class CountedMemory: Hashable, @unchecked Sendable {
  /// A number of bytes.
  package internal(set) var bytes = 0

  package init() {}

  package static func == (left: CountedMemory, right: CountedMemory) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
