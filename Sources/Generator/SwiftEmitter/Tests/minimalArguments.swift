import APIModel
import CallComposing
import SchemaValues

/// Made-up arguments that an endpoint needs; nil if there are none that its spec accepts.
package func minimalArguments(
  of endpoint: Endpoint, in module: Module, _ samples: SampleMaker
) -> CallArguments? {
  TestArgumentMaker(samples: samples, module: module, endpoint: endpoint).minimal()
}
