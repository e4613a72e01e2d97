"""The wires: sessions with bots over gRPC, how bots are reached, and the arena's own service."""
