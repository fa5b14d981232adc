import SpecYAML

/// A value of a document that overlays change in place, so that an action costs what it finds and adds, however large
/// the lists and mappings are.
///
/// What is in a value is made editable when it is asked for.
final class EditableValue {
  /// The value as it was read or added, before changes to what is in it.
  private var node: YAMLNode
  /// What is in a list, once it has been asked for.
  private(set) var items: [EditableValue]?
  /// What is in a mapping, once it has been asked for; nil for what was removed.
  private var entries: [(entry: YAMLMapping.Entry, value: EditableValue)?]?
  /// The positions of keys in `entries`, once one has been asked for.
  private var positions: [String: Int]?
  private var removedCount = 0
  /// Whether something in the value was changed.
  private var isChanged = false
  /// Whether the value itself is another one now.
  private var isReplaced = false

  init(_ node: YAMLNode) { self.node = node }

  // MARK: Looking

  /// The scalar; nil for a list or mapping.
  var scalar: YAMLScalar? { node.scalar }

  /// The number of positions directly in it. Those of removed members are empty.
  var count: Int {
    open()
    return items?.count ?? entries?.count ?? 0
  }

  /// How many values are in a list; nil for others.
  var itemCount: Int? { node.items == nil ? nil : count }

  /// The value at a position of a list or mapping; nil if there is none.
  func value(at position: Int) -> EditableValue? {
    guard (0..<count).contains(position) else { return nil }
    return items?[position] ?? entries?[position]?.value
  }

  /// The position of a key; nil if there is none.
  func position(of key: String) -> Int? {
    open()
    guard let entries else { return nil }
    if let positions { return positions[key] }
    var positions: [String: Int] = [:]
    for (position, entry) in entries.enumerated() {
      if let name = entry?.entry.name, positions[name] == nil { positions[name] = position }
    }
    self.positions = positions
    return positions[key]
  }

  private func open() {
    guard items == nil, entries == nil else { return }
    items = node.items?.map(EditableValue.init)
    entries = node.entries?.map { ($0, EditableValue($0.value)) }
  }

  /// The value with all changes.
  var finished: YAMLNode {
    guard isChanged else { return node }
    if let items { return node.replacing(items: items.map(\.finished)) }
    guard let entries else { return node }
    return node.replacing(
      entries: entries.lazy.compactMap { $0 }.map { entry, value in
        value.isChanged || value.isReplaced ? entry.replacing(value: value.finished) : entry
      })
  }

  // MARK: Changing

  /// Remembers that something in the value changes.
  func touch() { isChanged = true }

  /// Whether an action can update the value: a mapping needs another one, a list takes anything.
  func accepts(_ update: YAMLNode) -> Bool {
    if node.items != nil { return true }
    return node.entries != nil ? update.entries != nil : update.scalar != nil || node.asNull
  }

  /// Adds to the value, which accepts the update.
  func merge(_ update: YAMLNode) {
    open()
    if items != nil {
      isChanged = true
      items?.append(contentsOf: (update.items ?? [update]).lazy.map(EditableValue.init))
    } else if entries != nil {
      isChanged = true
      for entry in update.entries ?? [] { merge(entry) }
    } else {
      node = update
      isReplaced = true
    }
  }

  private func merge(_ update: YAMLMapping.Entry) {
    guard let position = position(of: update.name), let old = entries?[position]?.value else {
      positions?[update.name] = entries?.count
      entries?.append((update, EditableValue(update.value)))
      return
    }
    let areAlike =
      old.node.entries != nil && update.value.entries != nil
      || old.node.items != nil && update.value.items != nil
    if areAlike { old.merge(update.value) }
    entries?[position] = (update, areAlike ? old : EditableValue(update.value))
  }

  /// Removes the values at some positions of a list or mapping.
  func remove(_ positions: Set<Int>) {
    isChanged = true
    if let items {
      self.items = items.indices.lazy.filter { !positions.contains($0) }.map { items[$0] }
      return
    }
    for position in positions {
      guard let name = entries?[position]?.entry.name else { continue }
      self.positions?[name] = nil
      entries?[position] = nil
      removedCount += 1
    }
    // Places of what was removed cost time, too.
    guard let entries, removedCount > 16, removedCount > entries.count / 2 else { return }
    self.entries = entries.filter { $0 != nil }
    self.positions = nil
    removedCount = 0
  }
}
