# The web and the server are built with all packages; the image that runs has only the server's own, for its commands.
FROM node:26-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN PATH="/src/node_modules/.bin:$PATH" node scripts/build-web.mjs
RUN PATH="/src/node_modules/.bin:$PATH" node scripts/build-server.mjs

FROM node:26-slim AS packages
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:26-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=8090 DATA_DIR=/data
RUN mkdir -p /data /key /backups && chown 1000:1000 /data /key /backups
RUN printf '#!/bin/sh\nexec node /kabinet/server/kabinet.ts "$@"\n' > /usr/local/bin/kabinet && chmod 755 /usr/local/bin/kabinet
WORKDIR /kabinet
COPY package.json LICENSE ./
COPY --from=packages /src/node_modules node_modules
COPY domain domain
COPY server server
COPY --from=build /src/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["node", "server/healthy.ts"]
# As scripts/lib-process.mjs starts it, without its compile cache: a file system that is read-only keeps none.
CMD ["node", "--max-semi-space-size=8", "dist/server/main.js"]
