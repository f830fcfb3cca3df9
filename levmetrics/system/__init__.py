"""What the package asks of the operating system: processes, signals, files, long work."""
