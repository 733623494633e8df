"""`python -m parallel38` is the command `parallel38`."""

from parallel38.cli import main

main()
