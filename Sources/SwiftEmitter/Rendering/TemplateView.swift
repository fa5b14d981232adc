import Mustache

/// What a template sees: names and their values.
///
/// A name that a view doesn't have is looked for in the views around it.
protocol TemplateView: Sendable {
  static var fields: TemplateFields<Self> { get }
}

extension TemplateView {
  fileprivate func value(of name: String) -> TemplateValue? { Self.fields.value(of: name, in: self) }
}

/// A view as the template engine asks it.
final class RenderedView: MustacheParent {
  private let view: any TemplateView
  private let budget: RenderingBudget

  init(_ view: any TemplateView, budget: RenderingBudget) {
    self.view = view
    self.budget = budget
  }

  func child(named name: String) -> Any? {
    guard let value = view.value(of: name) else { return nil }
    switch value {
    case .text(let text?): return budget.take(1) ? text : Nothing()
    case .text(nil): return Nothing()
    case .flag(let flag): return budget.take(1) && flag
    case .texts(let texts): return budget.take(1 + texts.count) ? texts : []
    case .views(let views):
      return budget.take(1 + views.count) ? views.map { RenderedView($0, budget: budget) } : []
    }
  }
}

/// How much may be looked up in one rendering: lists within lists multiply.
///
/// A class, because the engine gives no way to hand something out; it lives for one rendering on one thread.
final class RenderingBudget {
  /// More than all values of the largest spec.
  static let usualLimit = 10_000_000

  let limit: Int
  private var left: Int

  init(limit: Int) {
    self.limit = limit
    left = limit
  }

  /// False when there is nothing left; then all values are nothing, and rendering comes to its end.
  func take(_ count: Int) -> Bool {
    left -= count
    return left >= 0
  }

  var isExhausted: Bool { left < 0 }
}

/// A text that is not there: a section does without it, and printed it is empty.
private struct Nothing: MustacheCustomRenderable, MustacheTransformable {
  let isNull = true
  let renderText = ""

  func transform(_ name: String) -> Any? { name == "empty" ? true : self }
}
