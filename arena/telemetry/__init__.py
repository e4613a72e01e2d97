"""A run seen from outside: its figures for Prometheus, and its log.

What is told here was counted elsewhere: by the tally, the hall and the lines, in plain integers.
Nothing here is asked for its opinion, and a run without it plays the same hands. Importing the
room costs nothing; the modules that load Prometheus and structlog are imported when a run needs
them.
"""
