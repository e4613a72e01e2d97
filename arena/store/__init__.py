"""Where finished hands stay: one database file for runs, blocks and faults.

Only this room knows SQL. It is told what happened and never asks why; nobody else holds a
connection. Importing it loads SQLAlchemy: import it when a store is to be opened, not before.
"""

from arena.store.database import Store
from arena.store.errors import StoreError
from arena.store.rows import KeptFault
from arena.store.runs import Run, RunHeader

__all__ = ["KeptFault", "Run", "RunHeader", "Store", "StoreError"]
