"""One lint per file. A new file here is a new lint; see lint.py for what it has to hold."""
