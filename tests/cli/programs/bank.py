"""The example of the original PEF: four paths, all combinations of printing and raising."""


def withdraw(balance: int, amount: int) -> int:
    if balance + amount == 42:
        print("the answer")
    if balance - amount == 42:
        raise ValueError("insufficient funds")
    return balance - amount


def sign(number: int) -> int:
    if number < 0:
        return -1
    if number > 0:
        return 1
    return 0


def share(total: int, people: int) -> int:
    return total // people


class Account:
    @staticmethod
    def fee(amount: int) -> int:
        return 5 if amount > 100 else 0
