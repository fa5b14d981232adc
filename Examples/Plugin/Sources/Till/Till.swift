// SwiftPM needs a Swift file here. Everything else is generated from module.yaml and charges.yaml.
