"""The rulebooks in our own words."""
