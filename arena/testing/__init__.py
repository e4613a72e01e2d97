"""For tests, of the arena and of bots: a virtual clock, and bots that do as they are told."""
