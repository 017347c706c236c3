# The product as an image: docker build -t tillway .

FROM docker.io/library/node:24-trixie-slim AS build
# The path is part of the build's stamp, so the image has the same.
WORKDIR /app
# Before the sources, so that a change of these installs nothing again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# What a process needs. npm keeps the parts of Prisma that only generate its client.
RUN npm prune --omit=dev \
  && rm -rf node_modules/prisma node_modules/typescript node_modules/effect node_modules/elkjs \
    node_modules/@prisma/config node_modules/@prisma/dev node_modules/@prisma/engines \
    node_modules/@prisma/fetch-engine node_modules/@prisma/query-plan-executor \
    node_modules/@prisma/streams-local node_modules/@prisma/studio-core

FROM docker.io/library/node:24-trixie-slim
WORKDIR /app
# The demo keeps its keys and documents here. In production mode, nothing is stored here.
RUN install --directory --owner node --group node --mode 700 /data
# Owned by root: a process can't change its own code.
COPY --from=build /app ./
# HOST: other containers and the published port reach it. NPM_CONFIG_OMIT: the development packages aren't missing.
# NPM_CONFIG_CACHE: npm run writes its log there, because the rest is read-only.
ENV HOST=0.0.0.0 DATA_DIR=/data NPM_CONFIG_OMIT=dev NPM_CONFIG_CACHE=/tmp/npm
USER node
VOLUME /data
EXPOSE 3000
# It's also unhealthy while it stops, so that a load balancer sends nothing more.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm between, which would not pass on every signal.
CMD ["node", "--max-semi-space-size=32", "scripts/start.mjs"]
