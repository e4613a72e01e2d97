"""The rules of Texas 42 as pure functions and small state machines.

What lives here depends on its arguments alone: no clock, no chance, no I/O. A deal is an input.
Each module builds on those before it: tiles, seats, suits, tricks, bids, auction, contracts,
scoring, deal, shaker, stacking, options (with conflicts), presets, sheet, hand, view, game. Numbers
such as R24 or C7 name the paragraphs of the rule book the project implements.
"""
