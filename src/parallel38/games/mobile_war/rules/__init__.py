"""The rules of The Mobile War, a module for each section of the booklet."""
