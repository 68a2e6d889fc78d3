"""The commands, one module each: `configure` adds the arguments, `run` does it and gives the exit code."""
