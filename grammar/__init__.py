"""Text to syntax tree: the grammar, its nodes, the parser, the formatter and the one kind of diagnostic everything reports with."""
