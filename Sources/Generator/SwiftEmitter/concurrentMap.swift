import Diagnostics

/// Applies a function to each element on several threads with large stacks, and returns the results in order.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], threads: Int, _ transform: @escaping @Sendable (Element) -> Result
) -> [Result] {
  guard threads > 1, elements.count > 1 else { return elements.map(transform) }
  let workers = min(threads, elements.count)
  return [Result](unsafeUninitializedCapacity: elements.count) { buffer, count in
    nonisolated(unsafe) let slots = buffer
    // Each worker processes every n-th element, so exactly one of them writes each slot.
    let work: @Sendable (Int) -> Void = { worker in
      for index in stride(from: worker, to: elements.count, by: workers) {
        (slots.baseAddress.unsafelyUnwrapped + index).initialize(to: transform(elements[index]))
      }
    }
    var started: [LargeStackThread] = []
    for worker in 1..<workers {
      if let thread = LargeStackThread({ work(worker) }) { started.append(thread) } else { work(worker) }
    }
    work(0)
    for thread in started { thread.join() }
    count = elements.count
  }
}
