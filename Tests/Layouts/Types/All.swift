// Made by Scripts/layouts.sh.
// swift-format-ignore-file

/// The types of all generated modules.
let allModules: [any ModuleTypes.Type] = [
  WGNTypes.self,
  WOTTypes.self,
  WOTBTypes.self,
  WOTXTypes.self,
  WOWPTypes.self,
  WOWSTypes.self,
  DiscordTypes.self,
  GitHubTypes.self,
  OpenAITypes.self,
  StripeTypes.self,
  TelegramTypes.self,
  VaultTypes.self,
  EdgesTypes.self,
  ForgeTypes.self,
  FeaturesTypes.self,
  HostileTypes.self,
  NamesTypes.self,
  BookshopTypes.self,
  HostileDocumentTypes.self,
  MuseumTypes.self,
  RepositoriesTypes.self,
  WeatherTypes.self,
  DepotTypes.self,
  ShopTypes.self,
  HubTypes.self,
  TillTypes.self,
  BenchTypes.self,
  ChatsTypes.self,
]
