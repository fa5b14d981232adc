// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Weather

enum WeatherTypes: ModuleTypes {
  static let module = "Weather"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(ListStationsRequest.Area.self, [\.north]),
      ModelType(GetForecastRequest.Response.self, [\.days, \.warning, \.wind]),
      ModelType(Station.self, [\.id, \.name, \.kind, \.days, \.`class`]),
      ModelType(StationInput.self, [\.name, \.kind, \.days, \.`class`]),
      ModelType(Day.self, [\.date, \.temperature, \.rain, \.level]),
      UnionType(RangeValue.self),
      ModelType(RangeValue.Object.self, [\.low, \.high]),
      ModelType(Warning.self, [\.text]),
    ]
  }
}
