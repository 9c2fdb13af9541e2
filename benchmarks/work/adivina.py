"""A million concrete steps and one symbolic comparison (figure 5.8 of the thesis, written anew)."""

import random


def adivina(guess: int) -> None:
    for _ in range(1_000_000):
        random.randint(0, 42)
    if guess == random.randint(0, 42):
        print("right")
