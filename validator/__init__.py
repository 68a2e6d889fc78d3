"""Syntax tree to checked program: names, types, effects, boards, data, lowering, layout."""
