// SwiftPM needs a Swift file here. Everything else is generated from openapi.yaml.
