"""A library of books with Flask, flask-smorest and marshmallow."""

import datetime
import enum
import json
import sys
import uuid

import flask
import flask_smorest
import marshmallow
from flask.views import MethodView
from marshmallow import fields, validate

app = flask.Flask("library")
app.config.update(API_TITLE="Library", API_VERSION="1", OPENAPI_VERSION="3.0.3")
api = flask_smorest.Api(app)
blueprint = flask_smorest.Blueprint("books", "books", url_prefix="/books", description="Books")
others = flask_smorest.Blueprint("others", "others", description="Everything else")


class Colour(enum.Enum):
    red = "red"
    light_green = "light green"


class BookSchema(marshmallow.Schema):
    id = fields.UUID(dump_only=True)
    title = fields.String(required=True, validate=validate.Length(1, 80))
    colour = fields.Enum(Colour, by_value=True, allow_none=True)
    price = fields.Float(required=True)
    serial = fields.Integer(dump_only=True)
    printed = fields.Date(allow_none=True)
    added = fields.DateTime(dump_only=True)
    shelf = fields.Nested(lambda: ShelfSchema(), allow_none=True)


class ShelfSchema(marshmallow.Schema):
    room = fields.String()
    rows = fields.Dict(keys=fields.String(), values=fields.Integer())


class QuerySchema(marshmallow.Schema):
    tag = fields.List(fields.String())


class CoverSchema(marshmallow.Schema):
    file = flask_smorest.fields.Upload(required=True)


FIRST = {
    "id": uuid.UUID(int=1), "title": "Walden", "colour": Colour.light_green, "price": 19.9, "serial": 2**62 + 1,
    "printed": datetime.date(1854, 8, 9), "added": datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
    "shelf": {"room": "B", "rows": {"a": 1}}}
BOOKS = [FIRST, FIRST | {"id": uuid.UUID(int=2), "title": "Emma", "colour": None, "shelf": None}]


@blueprint.route("/")
class Books(MethodView):
    @blueprint.response(200, BookSchema(many=True))
    @blueprint.paginate(page_size=1)
    def get(self, pagination_parameters):
        pagination_parameters.item_count = len(BOOKS)
        first = pagination_parameters.first_item
        return BOOKS[first:pagination_parameters.last_item + 1]

    @blueprint.arguments(BookSchema)
    @blueprint.response(201, BookSchema)
    def post(self, book):
        return FIRST | {"colour": None} | book


@blueprint.route("/<uuid:book_id>")
class OneBook(MethodView):
    @blueprint.response(200, BookSchema)
    @blueprint.alt_response(404, schema=flask_smorest.error_handler.ErrorSchema)
    def get(self, book_id):
        for book in BOOKS:
            if book["id"] == book_id:
                return book
        flask_smorest.abort(404, message="There is no such book.")

    @blueprint.arguments(BookSchema(partial=True))
    @blueprint.response(200, BookSchema)
    def patch(self, change, book_id):
        return FIRST | change

    @blueprint.response(204)
    def delete(self, book_id):
        pass


@others.route("/cover", methods=["POST"])
@others.arguments(CoverSchema, location="files")
@others.response(200, marshmallow.Schema.from_dict({"text": fields.String(required=True)}, name="Stored"))
def upload(files):
    file = files["file"]
    return {"text": f"{file.filename} {len(file.read())}"}


@others.route("/search")
@others.arguments(QuerySchema, location="query")
@others.response(200, marshmallow.Schema.from_dict({"tags": fields.List(fields.String())}, name="Found"))
def search(query):
    return {"tags": query.get("tag")}


@others.route("/scan")
@others.response(200, {"type": "string", "format": "binary"}, content_type="application/pdf")
def scan():
    return flask.Response(b"%PDF-1.7", mimetype="application/pdf")


api.register_blueprint(blueprint)
api.register_blueprint(others)

if __name__ == "__main__":
    if sys.argv[1] == "document":
        with app.test_request_context():
            print(json.dumps(api.spec.to_dict()))
    else:
        app.run("127.0.0.1", int(sys.argv[1]))
