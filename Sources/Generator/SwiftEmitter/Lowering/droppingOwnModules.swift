import APIModel
import Diagnostics

extension API {
  /// Drops a module's own name where its specs write it before a type or a policy, or import it: a module can't import itself, and
  /// finds what is in it anyway. Several modules may share a library that names it.
  public func droppingOwnModules(into sink: inout DiagnosticSink) -> API {
    var api = self
    for position in api.modules.indices { api.modules[position].dropOwnName(into: &sink) }
    return api
  }
}

extension Module {
  fileprivate mutating func dropOwnName(into sink: inout DiagnosticSink) {
    let module = name.text
    var found = DiagnosticSink()
    func dropped(_ type: OwnType) -> OwnType { type.dropping(module, into: &found) }
    func typed(_ schema: Schema) -> Schema {
      var schema = schema.mappingChildren(typed)
      schema.ownType = schema.ownType.map(dropped)
      return schema
    }
    changeSchemas { if $0.hasTypes(of: module) { $0 = typed($0) } }
    for position in formatTypes.indices { formatTypes[position].type = dropped(formatTypes[position].type) }
    for position in modelTypes.indices { modelTypes[position].type = dropped(modelTypes[position].type) }
    // A library's schema may be in several places.
    var seen: Set<String> = []
    sink.append(contentsOf: found.diagnostics.filter { seen.insert("\($0)").inserted })
    for position in endpoints.indices {
      guard let policies = endpoints[position].policies.own, policies.contains(where: { $0.module == module })
      else { continue }
      endpoints[position].policies.own = Self.dropping(module, from: policies, into: &sink)
    }
  }

  private static func dropping(
    _ module: String, from policies: [Policies.Own], into sink: inout DiagnosticSink
  ) -> [Policies.Own] {
    var kept: [Policies.Own] = []
    for var policy in policies {
      if policy.module == module { policy.module = nil }
      if let first = kept.first(where: { $0.name.text == policy.name.text && $0.module == policy.module }) {
        sink.error(
          .duplicateName, "the policy '\(policy.name.text)' is defined twice", at: policy.name.span,
          notes: [.init("first defined here", at: first.name.span)])
      } else {
        kept.append(policy)
      }
    }
    return kept
  }
}

extension OwnType {
  fileprivate func names(_ module: String) -> Bool {
    self.module?.text == module || roots.contains(module)
  }

  /// The same type without the module's name, unless what is left means another type.
  fileprivate func dropping(_ module: String, into sink: inout DiagnosticSink) -> OwnType {
    guard names(module) else { return self }
    var own = self
    own.type.text = own.type.text.dropping(module)
    own.coder?.text = coder?.text.dropping(module) ?? ""
    var names = own.roots.subtracting(roots)
    if own.module?.text == module {
      own.module = nil
      names.insert(own.type.text)
    }
    guard
      let other = names.sorted().first(where: {
        SwiftType.Standard(rawValue: $0) != nil || swiftTypeNames.contains($0)
          || unusableOwnTypeNames.contains($0)
      })
    else { return own }
    sink.error(
      .reservedName,
      "in generated code, '\(other)' means another type, also in the module '\(module)' itself; give yours another name with a "
        + "'typealias' in a file of yours, and write this name", at: type.span)
    return self
  }
}

extension Schema {
  /// Whether a user-defined type in it has the module's name.
  fileprivate func hasTypes(of module: String) -> Bool {
    var pending = [self]
    while let schema = pending.popLast() {
      if schema.ownType?.names(module) == true { return true }
      pending += schema.children
    }
    return false
  }
}

extension String {
  /// `Shop.Tagged<Shop.User, Int>` → `Tagged<User, Int>`
  fileprivate func dropping(_ module: String) -> String {
    let prefix = "\(module)."
    var text = hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    for opening in ["<", ", "] { text = text.replacing(opening + prefix, with: opening) }
    return text
  }
}
