"""Other correct wordings of a reference: alternatives, equivalences and compounds."""
