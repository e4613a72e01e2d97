"""How fast the arena is, as ratios measured in one run.

Every figure comes from a process of its own, in rounds that interleave what is compared, so that a
noisy machine is noisy to all alike. The arena's side is the floor, the hall and the record as any
match has them; the comparators are in one file, as good as we could write them.
"""
