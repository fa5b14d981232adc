import Mustache

/// The names and values that a template uses.
///
/// Names that a view doesn't have are looked up in the enclosing views.
package protocol TemplateView: Sendable {
  static var fields: TemplateFields<Self> { get }
}

extension TemplateView {
  fileprivate func value(of name: String) -> TemplateValue? { Self.fields.value(of: name, in: self) }
}

/// A view as the template engine sees it.
final class RenderedView: MustacheParent {
  private let view: any TemplateView
  /// The names that all templates have, for the outermost view.
  private let common: CommonView?
  private let budget: RenderingBudget
  private let escaping: TemplateEscaping

  init(
    _ view: any TemplateView, common: CommonView? = nil, budget: RenderingBudget, escaping: TemplateEscaping
  ) {
    self.view = view
    self.common = common
    self.budget = budget
    self.escaping = escaping
  }

  func child(named name: String) -> Any? {
    guard let value = view.value(of: name) ?? common?.value(of: name) else { return nil }
    switch value {
    case .text(let text?): return budget.take(1) ? RenderedText(text, escaping) : Nothing()
    case .markup(let text?): return budget.take(1) ? RenderedText(text, .none) : Nothing()
    case .text(nil), .markup(nil): return Nothing()
    case .flag(let flag): return budget.take(1) && flag
    case .texts(let texts):
      return budget.take(1 + texts.count) ? texts.map { RenderedText($0, escaping) } : []
    case .views(let views):
      return budget.take(1 + views.count)
        ? views.map { RenderedView($0, budget: budget, escaping: escaping) } : []
    }
  }
}

/// The maximum number of look-ups in one rendering, because nested lists multiply them.
///
/// A class, because the engine copies values. It is used by one rendering on one thread.
package final class RenderingBudget {
  /// More than all values of the largest spec.
  package static let usualLimit = 10_000_000

  let limit: Int
  private var left: Int

  init(limit: Int) {
    self.limit = limit
    left = limit
  }

  /// Returns false once the budget is used up. Then all values are empty, so rendering ends.
  func take(_ count: Int) -> Bool {
    left -= count
    return left >= 0
  }

  var isExhausted: Bool { left < 0 }
}

/// A text, which the engine would otherwise describe to print it, and reflect on to look for the names of a section in it.
///
/// It is escaped here and not by the engine, so every tag of a template prints it escaped.
private struct RenderedText: MustacheParent, MustacheCustomRenderable, MustacheTransformable, Comparable {
  private let text: String
  private let escaping: TemplateEscaping

  var isNull: Bool { false }
  var renderText: String { escaping.escaped(text) }

  init(_ text: String, _ escaping: TemplateEscaping) { (self.text, self.escaping) = (text, escaping) }

  func child(named name: String) -> Any? { nil }

  func transform(_ name: String) -> Any? {
    let result = text.transform(name)
    return (result as? String).map { RenderedText($0, escaping) } ?? result
  }

  static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

/// A missing text: false as a section, empty when printed.
private struct Nothing: MustacheCustomRenderable, MustacheTransformable {
  let isNull = true
  let renderText = ""

  func transform(_ name: String) -> Any? { name == "empty" ? true : self }
}
