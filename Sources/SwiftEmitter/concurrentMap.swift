import Dispatch

/// The results of a function for each element, in their order, computed on several threads.
func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], jobs: Int, _ transform: @Sendable (Element) -> Result
) -> [Result] {
  guard jobs > 1, elements.count > 1 else { return elements.map(transform) }
  let workers = min(jobs, elements.count)
  return [Result](unsafeUninitializedCapacity: elements.count) { buffer, count in
    nonisolated(unsafe) let slots = buffer
    // Each worker takes every n-th element, so that each slot is written by exactly one of them.
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      for index in stride(from: worker, to: elements.count, by: workers) {
        (slots.baseAddress.unsafelyUnwrapped + index).initialize(to: transform(elements[index]))
      }
    }
    count = elements.count
  }
}
