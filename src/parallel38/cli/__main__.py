"""`python -m parallel38.cli` is the command `parallel38`."""

from parallel38.cli import main

main()
