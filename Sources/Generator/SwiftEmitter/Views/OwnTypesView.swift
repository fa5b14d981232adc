import APIModel

/// The file in which the compiler checks the user's types.
struct OwnTypesView: TemplateView {
  static let fields = TemplateFields<OwnTypesView>([
    .flag("hasValues", "whether a type must conform to `JSONValue`") { view in
      view.uses.contains { $0.isValue && $0.type.coder == nil }
    },
    .flag("hasKeys", "whether a type must conform to `JSONKey`") { $0.uses.contains(where: \.isKey) },
    .flag("hasCoders", "whether a type has a coder of its own") { view in
      view.uses.contains { $0.isValue && $0.type.coder != nil }
    },
    .views("types", "the types that the specs name under `swift`") { view in
      view.uses.map(OwnTypeView.init)
    },
  ])

  let uses: [OwnTypeUses.Use]

  /// The modules that it imports.
  var imports: Imports {
    Imports(
      of: uses.map { use in
        let isFoundations = SwiftType.Standard(rawValue: use.type.type.text)?.isFoundation == true
        let foundation = isFoundations ? Imports.foundation.hidden : []
        guard let module = use.type.module, !isFoundations || module.text != "Foundation" else {
          return foundation
        }
        return [foundation, Imports(own: module.text, isExposed: false)]
      })
  }
}

/// One of the user's types.
struct OwnTypeView: TemplateView {
  static let fields = TemplateFields<OwnTypeView>([
    .text("type", "the type: `Money`") { $0.use.type.type.text },
    .optional("coder", "the type that reads and writes it, if it isn't itself") { view in
      view.use.isValue ? view.use.type.coder?.text : nil
    },
    .flag("isValue", "whether it reads and writes its own JSON, and must conform to `JSONValue`") { view in
      view.use.isValue && view.use.type.coder == nil
    },
    .flag("isKey", "whether maps have keys of it, for which it must conform to `JSONKey`") { $0.use.isKey },
    .text("owners", "what the specs call the schemas that name it, for a comment") { view in
      let shown = view.use.owners.prefix(3)
      return DocComment.plain(shown.joined(separator: ", ") + (view.use.owners.count > 3 ? ", …" : ""))
    },
  ])

  let use: OwnTypeUses.Use
}
