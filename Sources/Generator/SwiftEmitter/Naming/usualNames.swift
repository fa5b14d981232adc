import APIModel

/// What a type is called in Swift unless its spec says otherwise.
package func usualTypeName(_ name: String) -> String { SwiftName.type(name) }

/// What the client's property for a group of endpoints is called.
package func usualGroupName(_ name: Name) -> String { SwiftName.group(name) }

extension NamedSchema {
  /// What the type is called in Swift.
  package var swiftTypeName: String { SwiftName.type(name.text, override: schema.swiftName?.text) }
}

extension Endpoint {
  /// What the client's method is called in Swift.
  package var swiftMethodName: String { SwiftName.method(self) }
}

/// What a property is called in Swift unless its spec says otherwise.
package func usualMemberName(_ name: String) -> String { SwiftName.member(name) }
