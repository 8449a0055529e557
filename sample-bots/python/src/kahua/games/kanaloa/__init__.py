"""Generated from the .proto files."""
