"""Trains a bot by temporal differences: docs/train.md is the guide."""
