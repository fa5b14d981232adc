import APIModel

/// The names that every template has.
struct CommonView: TemplateView {
  static let fields = TemplateFields<CommonView>([
    .text("module", "the module's name: `WOT`") { $0.module },
    .text("access", "the module's access level with a space behind it: `public `; empty for `internal`") {
      $0.access
    },
  ])

  let module: String
  let access: String

  init(_ module: Module) {
    self.module = module.name.text
    access = module.access == .internal ? "" : "\(module.access.rawValue) "
  }
}
