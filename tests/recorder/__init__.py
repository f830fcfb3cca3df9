"""A record of what every config gives at every door, to be compared before and after a change."""
