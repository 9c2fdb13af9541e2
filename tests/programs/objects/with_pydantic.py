"""Models of pydantic: constraints, validators, models in models."""

from __future__ import annotations

import pydantic


class Item(pydantic.BaseModel):
    price: int
    name: str = "thing"
    discount: int | None = None


def share(item: Item) -> int:
    return 100 // (item.price - 5)


def fourth_letter(item: Item) -> str:
    return item.name[3]


def price_by_discount(item: Item) -> int:
    return item.price // item.discount  # type: ignore[operator]


class Person(pydantic.BaseModel):
    age: int = pydantic.Field(ge=0, le=150)
    name: str = pydantic.Field(min_length=1)

    @pydantic.field_validator("age")
    @classmethod
    def is_lucky(cls, value: int) -> int:
        if value == 13:
            raise ValueError("unlucky")
        return value

    def until_thirteen(self) -> int:
        return 100 // (self.age - 13)


def initial(person: Person) -> str:
    return person.name[0]


def until_twelve(person: Person) -> int:
    return 100 // (person.age - 12)


class Interval(pydantic.BaseModel):
    low: int
    high: int

    @pydantic.model_validator(mode="after")
    def is_ordered(self) -> Interval:
        if self.low > self.high:
            raise ValueError("order")
        return self


def inverse_width(interval: Interval) -> int:
    return 100 // (interval.high - interval.low + 1)


class Stripped(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(str_strip_whitespace=True)

    text: str


def starts_with_blank(one: Stripped) -> int:
    return 1 if one.text.startswith(" ") else 0
