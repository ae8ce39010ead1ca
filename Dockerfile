# `cora serve` for a team: docs/http.md#in-a-container.
#
#   docker build -t cora .
#   docker run -e CORA_TOKEN=… -p 8643:8643 -v cora:/var/lib/cora cora
FROM node:22-bookworm-slim

# git reads the repositories; ssh and certificates are for those that are fetched.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/cora
# Of its packages only the binary of the tables is not in dist: this changes seldom.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY dist ./dist
COPY hooks ./hooks
RUN ln -s /opt/cora/dist/cli.js /usr/local/bin/cora && install --directory --owner=node --group=node /var/lib/cora

# The list of repositories, their clones and their indexes.
ENV CORA_HOME=/var/lib/cora
VOLUME /var/lib/cora
USER node
WORKDIR /var/lib/cora
EXPOSE 8643
HEALTHCHECK --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8643/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["node", "/opt/cora/dist/cli.js"]
# An address that others reach asks for a token: CORA_TOKEN.
CMD ["serve", "--bind", "0.0.0.0", "--build"]
