import APIModel

/// What a type is called in Swift unless its spec says otherwise.
package func usualTypeName(_ name: String) -> String { SwiftName.type(name) }

/// What the client's property for a group of endpoints is called.
package func usualGroupName(_ name: Name) -> String { SwiftName.group(name) }

/// The names of the client's properties for a group and its enclosing groups, outermost first.
package func usualGroupNames(_ group: [Name]) -> [String] { SwiftName.groups(group) }

extension NamedSchema {
  /// What the type is called in Swift.
  package var swiftTypeName: String { SwiftName.type(name.text, override: schema.swiftName?.text) }
}

extension CredentialDefinition {
  /// What the client's argument is called in Swift.
  package var swiftArgumentName: String { SwiftName.credential(self) }
}

extension Endpoint {
  /// What the client's method is called in Swift.
  package var swiftMethodName: String { SwiftName.method(self) }
}

/// What a property is called in Swift unless its spec says otherwise.
package func usualMemberName(_ name: String) -> String { SwiftName.member(name) }

extension Endpoint {
  /// The method with the groups before it: `repos.get`.
  package var swiftPath: String { SwiftName.groups(group).map { $0 + "." }.joined() + swiftMethodName }
}

extension Parameter {
  /// The property of the request, or the client's argument.
  package func swiftName(ofClient: Bool = false) -> String {
    SwiftName.member(
      (label ?? name).text, override: schema.swiftName?.text,
      avoiding: ofClient ? unusableClientParameterNames : unusableRequestNames)
  }
}

extension Schema.Property {
  /// What its type is named after, if it declares one.
  var typeWord: String { (schema.swiftName ?? name).text }
}

extension Parameter {
  /// What its type is named after, if it declares one.
  var typeWord: String { (schema.swiftName ?? label ?? name).text }
}

extension Endpoint.Part {
  /// What its type is named after, if it declares one.
  var typeWord: String { (swiftName ?? name).text }

  /// The property of the request.
  package var requestName: String {
    SwiftName.member(name.text, override: swiftName?.text, avoiding: unusableRequestNames)
  }
}

/// The name of the type of a failure's unnamed body, within the request or the client.
package func failureTypeName(_ statuses: ClosedRange<Int>) -> String {
  let isOther = statuses == Endpoint.Response.otherStatuses
  return (isOther ? "Other" : SwiftName.nestedType(responseCaseName(statuses))) + "Failure"
}
