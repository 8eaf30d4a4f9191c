# The server alone: no build step, for Node runs TypeScript as it is; the first stage only keeps npm's cache out of the image.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /krill
COPY package.json package-lock.json .npmrc ./
# The image brings Node itself, in the version that package.json pins, so the npm package `node` need not fetch its binary.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
WORKDIR /krill
ENV NODE_ENV=production
COPY --from=dependencies /krill/node_modules node_modules
COPY package.json node-version.mjs ./
COPY shared shared
COPY server server
USER node
EXPOSE 2567
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 2567}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm, so that SIGTERM reaches it.
CMD ["node", "--import", "./node-version.mjs", "server/main.ts"]
