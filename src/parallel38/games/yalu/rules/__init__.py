"""The rules of Yalu, one module for each chapter of the booklet.

Functions name the rule they carry out by its id: D-9.2.3.2 is Deluxe 9.2.3.2.
"""
