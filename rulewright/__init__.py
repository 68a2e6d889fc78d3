"""The front door: the public interface and the command line."""
