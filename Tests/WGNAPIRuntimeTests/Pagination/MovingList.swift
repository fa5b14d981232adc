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
  /// The keys of removed elements.
  private var formerKeys: [Int: Double] = [:]
  private var clock = 0
  private var generation = 0
  private var log: [String] = []
  private var generator: SeededGenerator
  private let fixedSize: Int
  private let tellsTotal: Bool
  /// Whether edits by chance move elements; each move leaves fewer that are stable.
  private let moves: Bool
  /// How likely an edit is before each response, in percent.
  private var unrest = 0
  /// Called before each response, with what was asked for.
  private var beforeResponse: (@Sendable (String, MovingList) -> Void)?

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
  func onRequest(_ body: (@Sendable (String, MovingList) -> Void)?) { locked { beforeResponse = body } }

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
    guard elements.indices.contains(index) else { return }
    let element = elements.remove(at: index)
    formerKeys[element.thing.id] = element.key
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

  // MARK: Responses

  func response(method: String, target: String) -> (status: Int, body: String, tag: String, link: String?) {
    let hook = locked {
      log.append("\(method) \(target)")
      while Int.random(in: 0..<100, using: &generator) < unrest { editNow() }
      return beforeResponse
    }
    hook?(target, self)
    return locked {
      let body = method == "HEAD" ? "" : self.body(target)
      return (body == nil ? 404 : 200, body ?? "", "\"\(generation)\"", body == nil ? nil : link(target))
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
    case "/last": return lastPage(after: number("after"), before: number("before"), size: size)
    case "/links": return page(from: start(of: text("start")), size: size)
    case "/numbered": return page(from: ((number("page") ?? 1) - 1) * size, size: size)
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

  /// The element after the one with a key, or the first one.
  private func start(of key: String?) -> Int {
    key.flatMap { Double($0) }.map { key in elements.firstIndex { $0.key > key } ?? elements.count } ?? 0
  }

  /// Like Stripe's lists: what follows or precedes an element, with a flag.
  private func lastPage(after: Int?, before: Int?, size: Int) -> String {
    func place(_ id: Int) -> Int {
      let key = elements.first { $0.thing.id == id }?.key ?? formerKeys[id] ?? 0
      return elements.firstIndex { $0.key >= key } ?? elements.count
    }
    var range = 0..<0
    if let before {
      let end = place(before)
      range = max(end - size, 0)..<end
    } else {
      let start = after.map { id in place(id) + (elements.contains { $0.thing.id == id } ? 1 : 0) } ?? 0
      range = start..<min(start + size, elements.count)
    }
    let hasMore = before == nil ? range.upperBound < elements.count : range.lowerBound > 0
    return page(
      from: range.lowerBound, size: range.count, meta: tellsTotal ? "\"more\":\(hasMore)" : "")
  }

  /// The `Link` field, written in many ways.
  private func link(_ target: String) -> String? {
    let components = URLComponents(string: target)
    func text(_ name: String) -> String? { components?.queryItems?.first { $0.name == name }?.value }
    let size = max(text("limit").flatMap { Int($0) } ?? fixedSize, 1)
    func url(_ query: String) -> String {
      let query = "\(query)&limit=\(size)"
      switch generator.next() % 3 {
      case 0: return "?\(query)"
      case 1: return "/\(components?.path.dropFirst() ?? "")?\(query)#top"
      default: return "../x/.././\(components?.path.dropFirst() ?? "")?\(query)"
      }
    }
    switch components?.path {
    case "/links":
      let start = start(of: text("start"))
      func key(_ index: Int) -> String { elements.indices.contains(index) ? "\(elements[index].key)" : "" }
      var links = ["<style,;.css>; rel=\"stylesheet next-to\"; title=\"a, <b>; rel=next \\\" \""]
      if start + size < elements.count {
        links.append("<\(url("start=\(key(start + size - 1))"))>; REL=\"foo NEXT\" ;x")
      }
      if start > 0 { links.append("<\(url("start=\(key(start - size - 1))"))>;rel=prev") }
      if !elements.isEmpty {
        links.append(", <\(url("start=\(key((elements.count - 1) / size * size - 1))"))> ; rel = \"last\"")
      }
      return links.joined(separator: ", ")
    case "/numbered":
      let (number, count) = (text("page").flatMap { Int($0) } ?? 1, (elements.count + size - 1) / size)
      var links = ["<\(url("page=1"))>; rel=first"]
      if number > 1 { links.append("<\(url("page=\(number - 1)"))>; rel=\"prev\"") }
      // As GitHub: on the last page there is no link to it.
      if number < count {
        links.append("<\(url("page=\(number + 1)"))>; rel=\"next\"")
        if tellsTotal { links.append("<\(url("page=\(count)"))>; rel=\"last\"") }
      }
      return links.joined(separator: ", ")
    default: return nil
    }
  }

  private func page(from start: Int, size: Int, meta: String? = nil) -> String {
    let start = min(max(start, 0), elements.count)
    let things = elements[start..<min(start + size, elements.count)].map { json($0.thing) }
    let pages = (elements.count + size - 1) / max(size, 1)
    let totals = tellsTotal ? "\"total\":\(elements.count),\"pages\":\(pages)" : ""
    return "{\"status\":\"ok\",\"meta\":{\(meta ?? totals)},\"data\":[\(things.joined(separator: ","))]}"
  }

  private func json(_ thing: Thing) -> String { "{\"id\":\(thing.id),\"version\":\(thing.version)}" }
}
