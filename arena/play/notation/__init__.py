"""Records of whole games, as text that people and programs read and write.

`record` has the values, `writing` puts them into words, `reading` takes them from words and replays
each hand on the way. The specification is `tests/records/README.md`.
"""
