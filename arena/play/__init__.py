"""Deals, tables, the floor, schedules and ratings: the arena without its wires.

Nothing here does I/O or reads a clock: the time is an argument, what is to be sent is a value, and
what happened is told to listeners.
"""
