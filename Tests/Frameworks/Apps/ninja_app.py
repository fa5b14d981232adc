"""A library of books with django-ninja."""

import datetime
import decimal
import enum
import json
import sys
import typing
import uuid

import django
from django.conf import settings

settings.configure(
    DEBUG=False, SECRET_KEY="none", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True, INSTALLED_APPS=["ninja"],
    MIDDLEWARE=[])
django.setup()

import pydantic
from django.http import HttpResponse
from django.urls import path
from ninja import File, Form, Header, NinjaAPI, PatchDict, Query, Schema, Status
from ninja.files import UploadedFile
from ninja.pagination import LimitOffsetPagination, paginate

api = NinjaAPI(title="Library", version="1")


class Colour(str, enum.Enum):
    red = "red"
    light_green = "light green"


class BookIn(Schema):
    title: str
    colour: typing.Optional[Colour] = None
    price: decimal.Decimal
    printed: typing.Optional[datetime.date] = None


class Book(BookIn):
    id: uuid.UUID
    serial: int
    added: datetime.datetime


class Circle(Schema):
    kind: typing.Literal["circle"] = "circle"
    radius: float


class Square(Schema):
    kind: typing.Literal["square"] = "square"
    side: float


class Missing(Schema):
    code: str
    wanted: uuid.UUID


Shape = typing.Annotated[typing.Union[Circle, Square], pydantic.Field(discriminator="kind")]
FIRST = Book(
    id=uuid.UUID(int=1), title="Walden", colour="light green", price="19.90", printed="1854-08-09", serial=2**62 + 1,
    added="2026-01-02T03:04:05Z")
BOOKS = [FIRST, FIRST.model_copy(update={"id": uuid.UUID(int=2), "title": "Emma", "colour": None})]


@api.get("/books", response=list[Book], tags=["books"])
@paginate(LimitOffsetPagination)
def list_books(request):
    return BOOKS


@api.post("/books", response={201: Book}, tags=["books"])
def create_book(request, book: BookIn):
    return Status(201, Book(**book.dict(), id=uuid.UUID(int=9), serial=1, added=FIRST.added))


@api.get("/books/{book_id}", response={200: Book, 404: Missing}, tags=["books"])
def get_book(request, book_id: uuid.UUID):
    found = [book for book in BOOKS if book.id == book_id]
    return Status(200, found[0]) if found else Status(404, {"code": "gone", "wanted": book_id})


@api.patch("/books/{book_id}", response=Book, tags=["books"])
def change_book(request, book_id: uuid.UUID, change: PatchDict[BookIn]):
    return FIRST.model_copy(update=change)


@api.delete("/books/{book_id}", response={204: None}, tags=["books"])
def delete_book(request, book_id: uuid.UUID):
    return Status(204, None)


@api.get("/shapes", response=list[Shape])
def shapes(request):
    return [Circle(radius=1.5), Square(side=2)]


@api.post("/shapes", response=float)
def measure(request, shape: Shape):
    return shape.radius if shape.kind == "circle" else shape.side


@api.post("/cover", response=str)
def upload(request, file: File[UploadedFile], note: Form[str]):
    return f"{file.name} {file.size} {note}"


@api.get("/search", response=dict)
def search(request, tag: Query[list[str]], x_trace: Header[typing.Optional[str]] = None):
    return {"tags": tag, "trace": x_trace}


@api.post("/login", response=dict[str, str])
def login(request, username: Form[str], password: Form[str]):
    return {"token": username + password}


urlpatterns = [path("api/", api.urls)]

if __name__ == "__main__":
    if sys.argv[1] == "document":
        print(json.dumps(api.get_openapi_schema(), default=str))
    else:
        from wsgiref.simple_server import make_server

        from django.core.wsgi import get_wsgi_application

        make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application()).serve_forever()
