"""A library of books with the Django REST framework, whose document drf-spectacular writes."""

import datetime
import decimal
import json
import sys
import uuid

import django
from django.conf import settings

settings.configure(
    DEBUG=False, SECRET_KEY="none", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True,
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "drf_spectacular"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    SPECTACULAR_SETTINGS={"COMPONENT_SPLIT_REQUEST": True, "TITLE": "Library", "VERSION": "1"},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    REST_FRAMEWORK={
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": [], "PAGE_SIZE": 1,
    })
django.setup()

from django.core.management import call_command
from django.db import models
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, PolymorphicProxySerializer, extend_schema
from rest_framework import decorators, parsers, response, routers, serializers, viewsets
from rest_framework.decorators import action


class Book(models.Model):
    class Colour(models.TextChoices):
        RED = "red", "Red"
        LIGHT_GREEN = "light green", "Light green"

    title = models.CharField(max_length=80)
    colour = models.CharField(max_length=20, choices=Colour.choices, blank=True)
    mood = models.CharField(max_length=20, choices=[("good", "Good"), ("bad", "Bad")], null=True, blank=True)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    serial = models.BigIntegerField()
    isbn = models.UUIDField(default=uuid.uuid4, editable=False)
    printed = models.DateField(null=True)
    added = models.DateTimeField()
    lent_for = models.DurationField(null=True)
    website = models.URLField(blank=True)
    opinions = models.JSONField(default=dict)

    class Meta:
        app_label = "library"


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = "__all__"


class CircleSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(["circle"])
    radius = serializers.FloatField()


class SquareSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(["square"])
    side = serializers.FloatField()


class CoverSerializer(serializers.Serializer):
    file = serializers.FileField()
    note = serializers.CharField()


class FailureSerializer(serializers.Serializer):
    detail = serializers.CharField()


class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.order_by("id")
    serializer_class = BookSerializer

    @extend_schema(responses={200: BookSerializer, 404: FailureSerializer})
    def retrieve(self, *arguments, **names):
        return super().retrieve(*arguments, **names)

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    @action(detail=True, pagination_class=None)
    def scan(self, request, pk):
        return HttpResponse(b"%PDF-1.7", content_type="application/pdf")

    @extend_schema(request=CoverSerializer, responses={200: {"type": "string"}})
    @action(detail=True, methods=["post"], parser_classes=[parsers.MultiPartParser])
    def cover(self, request, pk):
        file = request.data["file"]
        return response.Response(f"{file.name} {file.size} {request.data['note']}")


shape = PolymorphicProxySerializer(
    component_name="Shape", serializers={"circle": CircleSerializer, "square": SquareSerializer},
    resource_type_field_name="kind", many=False)


@extend_schema(operation_id="shape", responses=shape, parameters=[OpenApiParameter("kind", str, enum=["circle", "square"])])
@decorators.api_view(["GET"])
def read_shape(request):
    if request.query_params.get("kind") == "square":
        return response.Response({"kind": "square", "side": 2})
    return response.Response({"kind": "circle", "radius": 1.5})


@extend_schema(operation_id="measure", request=shape, responses={200: OpenApiTypes.DOUBLE})
@decorators.api_view(["POST"])
def measure(request):
    return response.Response(request.data.get("radius", request.data.get("side")))


@extend_schema(
    operation_id="search", responses={200: OpenApiTypes.OBJECT},
    parameters=[OpenApiParameter("tag", {"type": "array", "items": {"type": "string"}}, explode=True),
                OpenApiParameter("X-Trace", str, OpenApiParameter.HEADER)])
@decorators.api_view(["GET"])
def search(request):
    return response.Response({"tags": request.query_params.getlist("tag"), "trace": request.headers.get("X-Trace")})


router = routers.DefaultRouter()
router.register("books", BookViewSet)
urlpatterns = [path("", include(router.urls)), path("shape/", read_shape), path("measure/", measure), path("search/", search)]

if __name__ == "__main__":
    if sys.argv[1] == "document":
        print(json.dumps(SchemaGenerator().get_schema(public=True), default=str))
    else:
        from wsgiref.simple_server import WSGIServer, make_server

        from django.core.wsgi import get_wsgi_application
        from django.db import connection

        with connection.schema_editor() as editor:
            editor.create_model(Book)
        for title, colour in (("Walden", "light green"), ("Emma", "")):
            Book.objects.create(
                title=title, colour=colour, mood="good" if colour else "", price=decimal.Decimal("19.90"), serial=2**62 + 1,
                printed=datetime.date(1854, 8, 9), added=datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
                lent_for=datetime.timedelta(days=2, hours=3), opinions={"good": [1, None]})
        make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application()).serve_forever()
