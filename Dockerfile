# Evil Hangman under gunicorn. It needs a store: docker run -e REDIS_URL=redis://… -p 8000:8000 …

FROM python:3.11-slim-bookworm AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1

# What the service runs with, each file checked against its hash. First, for it changes least.
COPY requirements/ requirements/
RUN python -m venv /opt/hangman \
    && /opt/hangman/bin/pip install --require-hashes -r requirements/runtime.txt

# The wheel is built in an environment of its own, which stays behind in this stage.
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --require-hashes -r requirements/build.txt
COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY data/ data/
COPY deploy/ deploy/
COPY service/ service/
RUN /opt/build/bin/python -m hatchling build -t wheel -d /build/dist \
    && /opt/hangman/bin/pip install --no-deps /build/dist/*.whl \
    && /opt/hangman/bin/pip uninstall --yes pip setuptools


FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="Evil Hangman" \
      org.opencontainers.image.description="A hangman service whose dealer never settles on a word" \
      org.opencontainers.image.licenses="MIT"

# A fixed number, so that orchestrators can check that it is not root.
RUN useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin hangman
COPY --from=build /opt/hangman /opt/hangman
COPY deploy/gunicorn.conf.py /etc/hangman/gunicorn.conf.py
USER 10001:10001

# Nothing is written at run time: the root file system may be read-only. 0.0.0.0, for a container's
# loopback is reached by nobody.
ENV PATH=/opt/hangman/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000
EXPOSE 8000

# Liveness, not readiness: a store that is away is no reason to restart us.
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/livez', timeout=1)"]

# gunicorn is process 1: it gets SIGTERM itself, and finishes the requests that it has begun.
STOPSIGNAL SIGTERM
CMD ["gunicorn", "--config", "/etc/hangman/gunicorn.conf.py", "service.app:from_environ()"]
