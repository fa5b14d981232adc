import APIModel
import CallComposing
import SchemaValues

/// The arguments of an example call: the required arguments, with values that their schemas accept.
///
/// - Returns: Nil if none were found.
package func exampleArguments(
  of endpoint: Endpoint, in module: Module, _ samples: SampleMaker
) -> CallArguments? {
  var maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
  maker.fileName = "file"
  guard var arguments = maker.minimal() else { return nil }
  for (position, parameter) in module.clientParameters.enumerated()
  where parameter.isRequired && parameter.schema.defaultValue == nil {
    let hint = parameter.isSecret ? "secret" : parameter.name.text
    guard let value = samples.sample(of: parameter.schema, hint: hint) else { return nil }
    arguments.client[position] = value
  }
  return arguments
}
