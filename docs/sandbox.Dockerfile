# The sandbox, for tests in any language: docs/sandbox-operations.md#in-a-container.
# Build: docker build --file docs/sandbox.Dockerfile --tag publisher-sandbox .
FROM node:24-alpine
# Or a tarball of `npm pack`, after a COPY.
ARG PACKAGE=publisher-commerce
RUN apk add --no-cache socat && npm install --global "$PACKAGE"
USER node
EXPOSE 4010
# The sandbox listens on loopback only; socat takes connections from outside of the container.
ENTRYPOINT ["/bin/sh", "-c", "socat TCP-LISTEN:4010,fork,reuseaddr TCP:127.0.0.1:4011 & exec publisher-commerce sandbox --port 4011 \"$@\"", "sandbox"]
