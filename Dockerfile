# Evil Hangman under gunicorn. It needs a store, and may take 20 s to stop:
# docker run --read-only --stop-timeout 30 -e REDIS_URL=redis://… -p 127.0.0.1:8000:8000 …

# Python's and Debian's releases stand still, their security fixes come with each build. Whoever
# needs the same image twice puts a digest here, python@sha256:…
FROM python:3.13-slim-trixie AS base


FROM base AS build
WORKDIR /build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1

# What builds the wheel, pip too, has an environment of its own, which stays behind in this stage.
# Only wheels: pip would build a source archive with tools whose hashes nobody has written down.
COPY requirements/build.txt requirements/runtime.txt requirements/
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --require-hashes --only-binary :all: -r requirements/build.txt

# What the service runs with. Before the service itself, for it changes less.
RUN python -m venv --without-pip /opt/hangman \
    && /opt/build/bin/pip --python /opt/hangman install \
        --require-hashes --only-binary :all: -r requirements/runtime.txt

# `pip check`: a dependency that was added and not locked fails here, not at the first start.
# The configuration gets a path without Python's version in it, and everybody may read it, whatever
# the umask of the checkout.
COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY data/ data/
COPY deploy/gunicorn.conf.py deploy/
COPY service/ service/
RUN /opt/build/bin/python -m hatchling build -t wheel -d dist \
    && /opt/build/bin/pip --python /opt/hangman install --no-deps --no-index dist/*.whl \
    && /opt/build/bin/pip --python /opt/hangman check \
    && install -D --mode=644 deploy/gunicorn.conf.py /opt/hangman/etc/gunicorn.conf.py


FROM base
LABEL org.opencontainers.image.title="Evil Hangman" \
      org.opencontainers.image.description="A hangman service that cheats: its dealer never settles on a word." \
      org.opencontainers.image.licenses="MIT AND CC-BY-SA-4.0 AND CC-BY-4.0 AND BSD-3-Clause AND Unicode-3.0 AND LicenseRef-SCOWL"

# Fixed numbers: orchestrators can check that they are not root's, and volumes be given to them.
RUN groupadd --gid 10001 hangman \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin hangman
COPY --from=build /opt/hangman /opt/hangman
USER 10001:10001

# 0.0.0.0, for nobody reaches a container's loopback. Nothing is written at run time but gunicorn's
# heartbeats in /dev/shm, so the root file system may be read-only.
ENV PATH=/opt/hangman/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    HANGMAN_HOST=0.0.0.0 \
    PORT=8000
EXPOSE 8000

# Liveness, not readiness: a store that is away is no reason to restart us. http.client, for urllib
# would ask the proxy that Docker may have put into our environment. To Linux, 0.0.0.0 is ourselves.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import http.client, os; from service.settings import Settings; ours = Settings.from_environ(os.environ); live = http.client.HTTPConnection(ours.host, ours.port, timeout=2); live.request('GET', ours.script_name + '/livez'); raise SystemExit(live.getresponse().status != 200)"]

# gunicorn is process 1: it gets SIGTERM itself, and finishes the requests that it has begun. Not
# `hangman serve`, which without REDIS_URL would start a store that dies with the container.
STOPSIGNAL SIGTERM
CMD ["gunicorn", "--config", "/opt/hangman/etc/gunicorn.conf.py", "service.app:from_environ()"]
