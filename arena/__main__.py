"""`python -m arena` is `arena42`."""

from arena.cli import main

if __name__ == "__main__":
    main()
