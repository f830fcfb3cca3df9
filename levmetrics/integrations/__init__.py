"""Integrations into other libraries: Hugging Face evaluate and the Trainer of transformers."""
