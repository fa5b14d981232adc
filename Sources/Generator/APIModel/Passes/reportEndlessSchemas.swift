import Diagnostics

extension API {
  /// Reports named schemas whose values would have to contain further ones without end, so that there is none:
  /// `A: {properties: {a: A}}`.
  ///
  /// This is an error in a spec, and a warning in a document, which may not be the user's to change. If only an open union has
  /// other values, which are read as `unknown`, it is a warning, too.
  public func reportEndlessSchemas(into sink: inout DiagnosticSink) {
    var reported: Set<SourceSpan> = []
    func report(_ circle: EndlessCircle, isOfDocument: Bool) {
      guard let span = circle.span, reported.insert(span).inserted else { return }
      let isWarning = isOfDocument || circle.endsInUnknown
      sink.append(Diagnostic(isWarning ? .warning : .error, .endlessSchema, circle.message, at: span))
    }
    for module in modules {
      if let graph = module.schemaGraph {
        let nodes = EndlessNodes(graph)
        for circle in nodes.circles() {
          report(
            EndlessCircle(
              span: circle.first.map { graph[$0.id].span },
              links: circle.map { (nodes.name(of: $0.id), $0.steps) }),
            isOfDocument: true)
        }
      }
      let circles = EndlessSchemas(module.schemas).circles()
      let others = EndlessSchemas(module.schemas, unionsAreClosed: true).circles()
      guard !others.isEmpty else { continue }
      let index = SchemaIndex(module)
      let schemas = Dictionary(module.schemas.map { ($0.name.text, $0) }) { first, _ in first }
      for (circle, endsInUnknown) in circles.map({ ($0, false) }) + others.map({ ($0, true) }) {
        let schema = circle.first.flatMap { schemas[$0.id] }
        report(
          EndlessCircle(
            span: schema?.name.span, links: circle.map { (index.specName($0.id), $0.steps) },
            endsInUnknown: endsInUnknown),
          isOfDocument: module.origin == .document || schema?.source != nil)
      }
    }
  }
}

/// Schemas of which each must contain the next one, and the last one the first.
private struct EndlessCircle {
  /// The place of the first one.
  var span: SourceSpan?
  var links: [(name: String, steps: [EndlessStep])]
  /// Whether a value may end in one that is none of a union's alternatives.
  var endsInUnknown = false

  var message: String {
    let hops = links.prefix(8).map { $0.name + $0.steps.map(\.text).joined() }
    let words = hops + (links.count > 8 ? ["…"] : []) + links.prefix(1).map(\.name)
    let steps = links.flatMap(\.steps)
    let properties = steps.compactMap(\.property)
    let unknown = endsInUnknown ? " without a value that is none of a union's alternatives" : ""
    let remedy =
      switch properties.count {
      case 0 where steps.allSatisfy(\.isPosition): "make an element of the tuple nullable"
      case 0: "allow an empty list or map"
      case 1: "make '\(properties[0])' optional or nullable"
      default: "make one of these properties optional or nullable"
      }
    return "a value of '\(links.first?.name ?? "")' would have to contain another one without end "
      + "(\(words.joined(separator: " → "))), so there is none\(unknown); \(remedy)"
  }
}
