"""Checked program to a game being played."""
