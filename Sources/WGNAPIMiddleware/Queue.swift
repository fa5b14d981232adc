/// A first-in, first-out queue with amortized constant time for both operations.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    head += 1
    // Release the removed elements when they make up half of the array.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Keeps only the elements that satisfy a predicate, in order.
  mutating func filter(_ isIncluded: (Element) -> Bool) {
    elements = elements[head...].filter(isIncluded)
    head = 0
  }
}
