import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import helmet from "@fastify/helmet";
import { build } from "esbuild";
import type { FastifyInstance } from "fastify";

const WEB_FOLDER = new URL("../web/", import.meta.url);

/** The page's policy: all from this server, and WebSockets to wherever the room's process stands. */
const CONTENT_SECURITY_POLICY = {
  directives: {
    "default-src": ["'self'"],
    "connect-src": ["'self'", "ws:", "wss:"],
    "img-src": ["'self'", "data:"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "font-src": ["'self'"],
    // Helmet's default would break every host on plain HTTP in a local network.
    "upgrade-insecure-requests": null,
  },
};

/** The page at `/`, bundled once, when the server starts. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const [script, markup, style] = await Promise.all([
    bundle(),
    readFile(new URL("index.html", WEB_FOLDER), "utf8"),
    readFile(new URL("style.css", WEB_FOLDER), "utf8"),
  ]);
  await app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      strictTransportSecurity: false,
      // Both need a secure origin, and warn on plain HTTP.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
    });
    const serve = (path: string, type: string, body: string) =>
      scope.get(path, async (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(body));
    serve("/", "text/html; charset=utf-8", markup);
    serve("/app.js", "text/javascript; charset=utf-8", script);
    serve("/style.css", "text/css; charset=utf-8", style);
  });
}

async function bundle(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("main.ts", WEB_FOLDER))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    logLevel: "silent",
  });
  return result.outputFiles[0].text;
}
