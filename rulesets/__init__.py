"""The bundled rulesets, one folder each."""
