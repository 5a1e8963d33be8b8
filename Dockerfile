# What `npm run release` makes, its Node included, on a Debian without another one.
FROM node:26-trixie AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN PATH="/src/node_modules/.bin:$PATH" node scripts/release.mjs --folder /kabinet
# The one library of Node's that Debian's image lacks.
RUN mkdir /kabinet/lib && cp --dereference /usr/lib/*-linux-gnu/libatomic.so.1 /kabinet/lib

FROM debian:trixie-slim
ENV LD_LIBRARY_PATH=/kabinet/lib
# `kabinet` by its name.
ENV PATH=/kabinet/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=8090 DATA_DIR=/data
RUN mkdir -p /data /key /backups && chown 1000:1000 /data /key /backups
WORKDIR /kabinet
COPY --from=build /kabinet .
USER 1000:1000
VOLUME /data
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["node", "dist/server/healthy.js"]
# As scripts/lib-process.mjs starts it, without its compile cache: a file system that is read-only keeps none.
CMD ["node", "--max-semi-space-size=4", "dist/server/main.js"]
