"""The rules of The Korean War, one module for each chapter or part of one."""
