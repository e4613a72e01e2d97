"""An arena where Texas 42 bots meet: remote processes, in any language, over gRPC."""

__version__ = "0.1.0"
