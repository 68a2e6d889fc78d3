"""Text to syntax tree: the grammar, its nodes, the parser, the formatter and the one shape of a diagnostic."""
