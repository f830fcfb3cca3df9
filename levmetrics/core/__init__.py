"""A metric with its options, and the sums that it adds up."""
