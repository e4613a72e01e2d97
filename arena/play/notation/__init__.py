"""Records of whole games, as text that people and programs read and write.

`record` has the values, `words` what reading and writing share; `writing` puts a record into text,
`reading` takes it from text and replays each hand on the way. The specification is
`tests/records/README.md`.
"""
