"""A library of books with FastAPI, as its documentation writes one."""

import datetime
import decimal
import enum
import json
import typing
import uuid

import fastapi
import pydantic
from fastapi import responses

Item = typing.TypeVar("Item")
app = fastapi.FastAPI(title="Library", version="1")


class Colour(str, enum.Enum):
    red = "red"
    light_green = "light green"


class Level(enum.IntEnum):
    easy = 1
    hard = 2


class BookIn(pydantic.BaseModel):
    title: str = pydantic.Field(min_length=1, max_length=80)
    colour: Colour | None = None
    level: Level = Level.easy
    price: decimal.Decimal
    copies: int = pydantic.Field(ge=0)
    printed: datetime.date | None = None


class Book(BookIn):
    id: uuid.UUID
    serial: int
    added: datetime.datetime
    lent_for: datetime.timedelta | None = None


class BookChange(pydantic.BaseModel):
    title: str | None = None
    colour: Colour | None = None


class Page(pydantic.BaseModel, typing.Generic[Item]):
    items: list[Item]
    next: str | None


class Circle(pydantic.BaseModel):
    kind: typing.Literal["circle"] = "circle"
    radius: float


class Square(pydantic.BaseModel):
    kind: typing.Literal["square"] = "square"
    side: float


Shape = typing.Annotated[Circle | Square, pydantic.Field(discriminator="kind")]


class Tree(pydantic.BaseModel):
    name: str
    children: list["Tree"] = []


class Missing(pydantic.BaseModel):
    code: str
    wanted: uuid.UUID


FIRST = Book(
    id=uuid.UUID(int=1), title="Walden", colour=Colour.light_green, level=Level.hard, price="19.90", copies=3,
    printed="1854-08-09", serial=2**62 + 1, added="2026-01-02T03:04:05Z", lent_for="P2DT3H")
BOOKS = {FIRST.id: FIRST, uuid.UUID(int=2): FIRST.model_copy(update={"id": uuid.UUID(int=2), "title": "Emma", "colour": None})}


@app.get("/books")
def list_books(request: fastapi.Request, after: int = 0, size: int = 1) -> Page[Book]:
    found = list(BOOKS.values())[after:after + size]
    more = after + size < len(BOOKS)
    return Page(items=found, next=f"/books?after={after + size}&size={size}" if more else None)


@app.post("/books", status_code=201)
def create_book(book: BookIn) -> Book:
    return Book(**book.model_dump(), id=uuid.UUID(int=9), serial=1, added="2026-01-02T03:04:05Z")


@app.get("/books/{book_id}", responses={404: {"model": Missing}})
def read_book(book_id: uuid.UUID) -> Book:
    if book_id not in BOOKS:
        return responses.JSONResponse({"code": "gone", "wanted": str(book_id)}, 404)
    return BOOKS[book_id]


@app.patch("/books/{book_id}")
def change_book(book_id: uuid.UUID, change: BookChange) -> Book:
    return BOOKS[book_id].model_copy(update=change.model_dump(exclude_unset=True))


@app.delete("/books/{book_id}", status_code=204)
def delete_book(book_id: uuid.UUID) -> None:
    pass


@app.get("/shapes")
def shapes() -> list[Shape]:
    return [Circle(radius=1.5), Square(side=2)]


@app.post("/shapes")
def measure(shape: Shape) -> float:
    return shape.radius if shape.kind == "circle" else shape.side


@app.get("/tree")
def tree() -> Tree:
    return Tree(name="root", children=[Tree(name="leaf")])


@app.post("/cover")
async def upload(file: fastapi.UploadFile, note: typing.Annotated[str, fastapi.Form()]) -> str:
    return f"{file.filename} {len(await file.read())} {note}"


@app.get("/cover", response_class=responses.FileResponse)
def cover():
    return responses.Response(b"\x89PNG", media_type="image/png")


@app.get("/search")
def search(tag: typing.Annotated[list[str] | None, fastapi.Query()] = None, level: Level | None = None,
           x_trace: typing.Annotated[str | None, fastapi.Header()] = None) -> dict[str, typing.Any]:
    return {"tags": tag, "level": level, "trace": x_trace}


@app.get("/events", response_class=responses.StreamingResponse)
def events():
    lines = (json.dumps({"number": number}) + "\n" for number in (1, 2, 3))
    return responses.StreamingResponse(lines, media_type="application/x-ndjson")


@app.post("/login")
def login(username: typing.Annotated[str, fastapi.Form()], password: typing.Annotated[str, fastapi.Form()]) -> dict[str, str]:
    return {"token": username + password}


@app.get("/text", response_class=responses.PlainTextResponse)
def text() -> str:
    return "Plain"


if __name__ == "__main__":
    import sys

    import uvicorn

    if sys.argv[1] == "document":
        print(json.dumps(app.openapi()))
    else:
        uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
