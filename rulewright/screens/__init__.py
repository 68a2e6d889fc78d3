"""What a player sees at the terminal: everything comes from a player's view, the rules and the presentation's hints."""
