import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import helmet from "@fastify/helmet";
import { build } from "esbuild";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const WEB_FOLDER = new URL("../web/", import.meta.url);
/** Stands in the markup for where the page is served, which links shared elsewhere need in full. */
const ORIGIN_MARK = "{{origin}}";

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

/** A file of the page: as it is, and compressed, with the tag by which browsers ask whether it has changed. */
interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  readonly zipped: Buffer;
  readonly tag: string;
}

/** The page at `/` with its files, bundled and compressed once, when the server starts. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const [{ "main.js": script, "theme.js": theme, "style.css": style }, markup, icon, picture] = await Promise.all([
    bundle(),
    readFile(new URL("index.html", WEB_FOLDER), "utf8"),
    readFile(new URL("icon.svg", WEB_FOLDER)),
    readFile(new URL("share.jpg", WEB_FOLDER)),
  ]);
  const files: Record<string, PageFile> = {
    "/app.js": await pageFile("text/javascript; charset=utf-8", script),
    "/theme.js": await pageFile("text/javascript; charset=utf-8", theme),
    "/style.css": await pageFile("text/css; charset=utf-8", style),
    "/icon.svg": await pageFile("image/svg+xml", icon),
    "/share.jpg": await pageFile("image/jpeg", picture),
  };
  await app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      strictTransportSecurity: false,
      // Both need a secure origin, and warn on plain HTTP.
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      // Others show the picture when the link is shared.
      crossOriginResourcePolicy: { policy: "cross-origin" },
    });
    for (const [path, file] of Object.entries(files)) {
      scope.get(path, async (request, reply) => send(file, request, reply));
    }
    scope.get("/", async ({ protocol, host }, reply) => {
      const origin = escapeMarkup(`${protocol}://${host}`);
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(markup.replaceAll(ORIGIN_MARK, origin));
    });
  });
}

async function pageFile(type: string, body: Buffer): Promise<PageFile> {
  const zipped = await promisify(gzip)(body, { level: 9 });
  return { type, body, zipped, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"` };
}

function send({ type, body, zipped, tag }: PageFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type(type).header("cache-control", "no-cache").header("etag", tag).header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === tag) return reply.code(304).send();
  const isSmaller = zipped.length < body.length;
  if (!isSmaller || !/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(zipped);
}

/** The host comes from the client: it may hold anything. */
function escapeMarkup(text: string): string {
  return text.replace(/[^\w.:/[\]-]/g, "");
}

/** The bundles by name: both scripts and the style sheet. */
async function bundle(): Promise<Record<"main.js" | "theme.js" | "style.css", Buffer>> {
  const folder = fileURLToPath(WEB_FOLDER);
  const options = { bundle: true, write: false, target: "es2022", minify: true, logLevel: "silent" } as const;
  const [main, theme, style] = await Promise.all([
    build({ ...options, entryPoints: [`${folder}main.ts`], format: "esm" }),
    build({ ...options, entryPoints: [`${folder}theme.ts`], format: "iife" }),
    build({ ...options, entryPoints: [`${folder}page.css`], external: ["/icon.svg"] }),
  ]);
  const textOf = ({ outputFiles }: { outputFiles: { contents: Uint8Array }[] }) => Buffer.from(outputFiles[0].contents);
  return { "main.js": textOf(main), "theme.js": textOf(theme), "style.css": textOf(style) };
}
