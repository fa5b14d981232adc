// Made by Scripts/layouts.sh.
// swift-format-ignore-file

/// The types of all generated modules.
let allModules: [any ModuleTypes.Type] = [
  WOTTypes.self,
  EdgesTypes.self,
  FeaturesTypes.self,
  HostileTypes.self,
  NamesTypes.self,
  ShopTypes.self,
  BenchTypes.self,
]
