"""The reference engine: a tree walker that defines what each construct means."""
