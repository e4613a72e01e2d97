"""`python -m texas42.house NAME` is `texas42-bot NAME`."""

from texas42.house import main

main()
