"""The example of the original PEF: four paths, with each combination of printing and raising."""


def withdraw(balance: int, amount: int) -> int:
    if balance + amount == 42:
        print("the answer")
    if balance - amount == 42:
        raise ValueError("insufficient funds")
    return balance - amount
