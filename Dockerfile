# The tool in a small image:
#
#   docker build -t wgnapi-gen .
#   docker run --rm -v "$PWD:/work" wgnapi-gen Specs -o Generated --check
FROM swift:6.3-bookworm AS build
RUN apt-get update -q && apt-get install -yq --no-install-recommends \
    libcurl4-openssl-dev libsqlite3-dev libyaml-dev pkg-config python3 zlib1g-dev
WORKDIR /source
COPY . .
RUN Scripts/release.sh build && mkdir /out && tar -xzf dist/wgnapi-gen-*.tar.gz -C /out --strip-components=1

FROM debian:bookworm-slim
# 'wgnapi-gen call' needs libcurl and certificates.
RUN apt-get update -q && apt-get install -yq --no-install-recommends ca-certificates libcurl4 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/bin/wgnapi-gen /usr/local/bin/
WORKDIR /work
USER nobody
ENTRYPOINT ["wgnapi-gen"]
