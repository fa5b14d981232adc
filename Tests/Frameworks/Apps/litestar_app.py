"""A library of books with Litestar."""

import dataclasses
import datetime
import decimal
import enum
import json
import sys
import typing
import uuid

import litestar
from litestar import params, response
from litestar.datastructures import ResponseHeader, UploadFile
from litestar.dto import DataclassDTO, DTOConfig, DTOData
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.pagination import OffsetPagination


class Colour(enum.Enum):
    red = "red"
    light_green = "light green"


@dataclasses.dataclass
class Book:
    id: uuid.UUID
    title: str
    colour: Colour | None
    price: decimal.Decimal
    serial: int
    printed: datetime.date
    added: datetime.datetime
    opens: datetime.time


@dataclasses.dataclass
class Cover:
    file: UploadFile
    note: str


class ChangeDTO(DataclassDTO[Book]):
    config = DTOConfig(partial=True, exclude={"id"})


FIRST = Book(
    uuid.UUID(int=1), "Walden", Colour.light_green, decimal.Decimal("19.90"), 2**62 + 1, datetime.date(1854, 8, 9),
    datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc), datetime.time(9, 30))
BOOKS = [FIRST, dataclasses.replace(FIRST, id=uuid.UUID(int=2), title="Emma", colour=None)]


@litestar.get("/books")
async def list_books(limit: int = 1, offset: int = 0) -> OffsetPagination[Book]:
    return OffsetPagination(items=BOOKS[offset:offset + limit], limit=limit, offset=offset, total=len(BOOKS))


@litestar.post("/books")
async def create_book(data: Book) -> Book:
    return data


@litestar.get("/books/{book_id:uuid}", raises=[NotFoundException])
async def get_book(book_id: uuid.UUID) -> Book:
    for book in BOOKS:
        if book.id == book_id:
            return book
    raise NotFoundException(detail="There is no such book.")


@litestar.patch("/books/{book_id:uuid}", dto=ChangeDTO, return_dto=None)
async def change_book(book_id: uuid.UUID, data: DTOData[Book]) -> Book:
    return data.update_instance(dataclasses.replace(FIRST))


@litestar.delete("/books/{book_id:uuid}")
async def delete_book(book_id: uuid.UUID) -> None:
    return None


@litestar.post("/cover", media_type=litestar.MediaType.TEXT)
async def upload(data: typing.Annotated[Cover, params.Body(media_type=RequestEncodingType.MULTI_PART)]) -> str:
    return f"{data.file.filename} {len(await data.file.read())} {data.note}"


@litestar.get("/cover", media_type="image/png")
async def cover() -> bytes:
    return b"\x89PNG"


@litestar.get("/search")
async def search(
    tag: list[str] | None = None, trace: typing.Annotated[str | None, params.Parameter(header="X-Trace")] = None
) -> dict[str, typing.Any]:
    return {"tags": tag, "trace": trace}


@litestar.get("/counted", response_headers=[ResponseHeader(name="X-Total", value="2", description="How many there are.")])
async def counted() -> list[str]:
    return ["Walden", "Emma"]


@litestar.get("/text", media_type=litestar.MediaType.TEXT)
async def text() -> str:
    return "Plain"


app = litestar.Litestar(
    [list_books, create_book, get_book, change_book, delete_book, upload, cover, search, counted, text])

if __name__ == "__main__":
    if sys.argv[1] == "document":
        print(json.dumps(app.openapi_schema.to_schema()))
    else:
        import uvicorn

        uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
