import Mustache

/// What a template sees: names and their values.
///
/// A view answers for all of its names; `false` stands for what is not there. A name that it doesn't have is looked
/// for in the views around it, and is an error if none has it.
protocol TemplateView: MustacheParent, Sendable {
  /// Every name the view answers for.
  var names: [String] { get }
  /// The value of a name.
  func value(of name: String) -> Any?
}

extension TemplateView {
  func child(named marked: String) -> Any? {
    guard let end = marked.utf8.firstIndex(of: UInt8(ascii: "?")) else { return value(of: marked) }
    return value(of: String(marked[..<end]))
  }
}

/// The outermost view, asked last: what reaches it and isn't known is a mistake in a template.
///
/// A class, because the engine gives no way to hand something out; it lives for one rendering on one thread.
final class RootView: MustacheParent {
  private let view: any TemplateView
  private(set) var unknownNames: [(name: String, template: Int, line: Int)] = []

  init(_ view: some TemplateView) { self.view = view }

  func child(named marked: String) -> Any? {
    if let value = view.child(named: marked) { return value }
    if let place = MarkedTemplate.place(of: marked),
      !unknownNames.contains(where: { $0 == place })
    {
      unknownNames.append(place)
    }
    return false
  }
}

extension Optional where Wrapped == String {
  /// The text, or what a template takes for nothing.
  var orNothing: Any { self.map { $0 as Any } ?? false }
}
