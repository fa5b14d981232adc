import Foundation
import WGNAPIRuntime

/// A server's list, which moves; it answers to requests for pages of all kinds, and knows which elements are stable.
///
/// Unchecked: all of it is behind the lock.
final class MovingList: @unchecked Sendable {
  struct Element {
    let thing: Thing
    /// By what cursors go: ascending.
    var key: Double
    /// When it came, or was passed by another.
    var stableSince: Int
  }

  private let lock = NSLock()
  private var elements: [Element]
  private var lastID: Int
  private var clock = 0
  private var generation = 0
  private var log: [String] = []
  private var generator: SeededGenerator
  private let fixedSize: Int
  private let tellsTotal: Bool
  /// Whether edits by chance move elements; each move leaves fewer that are stable.
  private let moves: Bool
  /// How likely an edit is before each answer, in percent.
  private var unrest = 0
  /// Called before each answer, with what was asked for.
  private var beforeAnswer: (@Sendable (String, MovingList) -> Void)?

  init(
    count: Int, fixedSize: Int = 5, tellsTotal: Bool = true, moves: Bool = true, seed: UInt64 = 1
  ) {
    elements = (0..<count).map {
      Element(thing: Thing(id: $0 + 1), key: Double($0) * 1024, stableSince: 0)
    }
    lastID = count
    self.fixedSize = fixedSize
    self.tellsTotal = tellsTotal
    self.moves = moves
    generator = SeededGenerator(state: seed)
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  // MARK: What tests ask

  var things: [Thing] { locked { elements.map(\.thing) } }
  var ids: [Int] { things.map(\.id) }
  var now: Int { locked { clock } }
  /// The requests so far.
  var requests: [String] { locked { log } }

  func forgetRequests() { locked { log = [] } }
  func setUnrest(_ percent: Int) { locked { unrest = percent } }
  func onRequest(_ body: (@Sendable (String, MovingList) -> Void)?) { locked { beforeAnswer = body } }

  /// The elements that nothing has passed since a time, in order.
  func stable(since time: Int) -> [Int] {
    locked { elements.filter { $0.stableSince <= time }.map(\.thing.id) }
  }

  // MARK: Edits

  @discardableResult
  func insert(at index: Int) -> Int {
    locked { insertNow(at: index) }
  }

  func remove(at index: Int) { locked { removeNow(at: index) } }
  func move(from: Int, to: Int) { locked { moveNow(from: from, to: to) } }
  func change(at index: Int) { locked { changeNow(at: index) } }
  func shuffle() { locked { shuffleNow() } }

  /// An edit by chance.
  func edit() { locked { editNow() } }

  private func editNow() {
    let count = elements.count
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...1: insertNow(at: 0)
    case 2...3: insertNow(at: Int.random(in: 0...count, using: &generator))
    case 4...6 where count > 0: removeNow(at: Int.random(in: 0..<count, using: &generator))
    case 7 where count > 0 && moves:
      moveNow(
        from: Int.random(in: 0..<count, using: &generator), to: Int.random(in: 0..<count, using: &generator))
    case 8...9 where count > 0: changeNow(at: Int.random(in: 0..<count, using: &generator))
    default: insertNow(at: 0)
    }
  }

  @discardableResult
  private func insertNow(at index: Int) -> Int {
    clock += 1
    lastID += 1
    let index = min(max(index, 0), elements.count)
    elements.insert(Element(thing: Thing(id: lastID), key: key(at: index), stableSince: clock), at: index)
    return lastID
  }

  private func removeNow(at index: Int) {
    clock += 1
    if elements.indices.contains(index) { elements.remove(at: index) }
  }

  private func moveNow(from: Int, to: Int) {
    clock += 1
    guard from != to, elements.indices.contains(from), elements.indices.contains(to) else { return }
    var element = elements.remove(at: from)
    element.key = key(at: to)
    elements.insert(element, at: to)
    for index in min(from, to)...max(from, to) { elements[index].stableSince = clock }
  }

  private func changeNow(at index: Int) {
    clock += 1
    guard elements.indices.contains(index) else { return }
    let old = elements[index]
    elements[index] = Element(
      thing: Thing(id: old.thing.id, version: old.thing.version + 1), key: old.key,
      stableSince: old.stableSince)
  }

  private func shuffleNow() {
    clock += 1
    generation += 1
    let keys = elements.map(\.key)
    elements.shuffle(using: &generator)
    for index in elements.indices {
      elements[index].key = keys[index]
      elements[index].stableSince = clock
    }
  }

  private func key(at index: Int) -> Double {
    let before = elements.indices.contains(index - 1) ? elements[index - 1].key : nil
    let after = elements.indices.contains(index) ? elements[index].key : nil
    switch (before, after) {
    case (let before?, let after?): return (before + after) / 2
    case (let before?, nil): return before + 1024
    case (nil, let after?): return after - 1024
    case (nil, nil): return 0
    }
  }

  // MARK: Answers

  func answer(method: String, target: String) -> (status: Int, body: String, tag: String) {
    let hook = locked {
      log.append("\(method) \(target)")
      while Int.random(in: 0..<100, using: &generator) < unrest { editNow() }
      return beforeAnswer
    }
    hook?(target, self)
    return locked {
      let body = method == "HEAD" ? "" : self.body(target)
      return (body == nil ? 404 : 200, body ?? "", "\"\(generation)\"")
    }
  }

  private func body(_ target: String) -> String? {
    let components = URLComponents(string: target)
    func text(_ name: String) -> String? {
      components?.queryItems?.first { $0.name == name }?.value.flatMap { $0.isEmpty ? nil : $0 }
    }
    func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
    let size = max(number("limit") ?? fixedSize, 1)
    switch components?.path {
    case "/offset": return page(from: number("offset") ?? 0, size: size)
    case "/page": return page(from: ((number("page") ?? 1) - 1) * size, size: size)
    case "/fixed": return page(from: (number("page") ?? 0) * fixedSize, size: fixedSize)
    case "/cursor":
      let start = text("cursor").flatMap { Double($0) }
      let from = start.map { key in elements.firstIndex { $0.key > key } ?? elements.count } ?? 0
      let end = min(from + size, elements.count)
      let next = end < elements.count && end > from ? "\"\(elements[end - 1].key)\"" : "null"
      return page(from: from, size: size, meta: "\"next\":\(next)")
    case "/ids": return "{\"ids\":[\(elements.map { "\($0.thing.id)" }.joined(separator: ","))]}"
    case "/things":
      let entries = (text("id") ?? "").split(separator: ",").map { id in
        let thing = elements.first { "\($0.thing.id)" == id }?.thing
        return "\"\(id)\":\(thing.map(json) ?? "null")"
      }
      return "{\"status\":\"ok\",\"data\":{\(entries.joined(separator: ","))}}"
    default: return nil
    }
  }

  private func page(from start: Int, size: Int, meta: String? = nil) -> String {
    let start = min(max(start, 0), elements.count)
    let things = elements[start..<min(start + size, elements.count)].map { json($0.thing) }
    let pages = (elements.count + size - 1) / size
    let totals = tellsTotal ? "\"total\":\(elements.count),\"pages\":\(pages)" : ""
    return "{\"status\":\"ok\",\"meta\":{\(meta ?? totals)},\"data\":[\(things.joined(separator: ","))]}"
  }

  private func json(_ thing: Thing) -> String { "{\"id\":\(thing.id),\"version\":\(thing.version)}" }
}
