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

/** The pages at `/` and `/sandbox`, bundled once, when the server starts. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const read = (name: string) => readFile(new URL(name, WEB_FOLDER), "utf8");
  const [script, markup, style] = await Promise.all([bundle("main.ts"), read("index.html"), read("style.css")]);
  const [sandboxScript, ...sandbox] = await Promise.all([
    bundle("sandbox/main.ts"),
    ...["sandbox.html", "sandbox.css", "overlay.css"].map(read),
  ]);
  const [sandboxMarkup, sandboxStyle, overlayStyle] = sandbox;
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
    serve("/sandbox", "text/html; charset=utf-8", sandboxMarkup);
    serve("/sandbox.js", "text/javascript; charset=utf-8", sandboxScript);
    serve("/sandbox.css", "text/css; charset=utf-8", sandboxStyle);
    serve("/overlay.css", "text/css; charset=utf-8", overlayStyle);
  });
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(entry, WEB_FOLDER))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    logLevel: "silent",
  });
  return result.outputFiles[0].text;
}
