import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const WEB_FOLDER = new URL("../web/", import.meta.url);
/** Stands in the markup for where the page is served, which links shared elsewhere need in full. */
const ORIGIN_MARK = "{{origin}}";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

/** A file of the page: as it is, and compressed, with the tag by which browsers ask whether it has changed. */
interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  readonly zipped: Buffer;
  readonly tag: string;
}

/** The pages at `/` and `/sandbox` with their files, bundled and compressed once, when the server starts. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const markup = await readFile(new URL("index.html", WEB_FOLDER), "utf8");
  const files: Record<string, PageFile> = {};
  async function add(path: string, type: string, body: Buffer | Promise<Buffer>): Promise<void> {
    files[path] = await pageFile(type, await body);
  }
  const read = (name: string) => readFile(new URL(name, WEB_FOLDER));
  await Promise.all([
    add("/app.js", SCRIPT, bundle("main.ts", { format: "esm" })),
    add("/theme.js", SCRIPT, bundle("theme.ts", { format: "iife" })),
    add("/style.css", STYLE, bundle("page.css", { external: ["/icon.svg"] })),
    add("/icon.svg", "image/svg+xml", read("icon.svg")),
    add("/share.jpg", "image/jpeg", read("share.jpg")),
    add("/sandbox", "text/html; charset=utf-8", read("sandbox.html")),
    add("/sandbox.js", SCRIPT, bundle("sandbox/main.ts", { format: "esm" })),
    add("/sandbox.css", STYLE, bundle("sandbox.css", {})),
    add("/overlay.css", STYLE, bundle("overlay.css", {})),
  ]);
  for (const [path, file] of Object.entries(files)) {
    app.get(path, async (request, reply) => send(file, request, reply));
  }
  app.get("/", async ({ protocol, host }, reply) => {
    const origin = escapeMarkup(`${protocol}://${host}`);
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(markup.replaceAll(ORIGIN_MARK, origin));
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

/** A script or style sheet with all that it imports, as one file. */
async function bundle(entry: string, options: BuildOptions): Promise<Buffer> {
  const { outputFiles = [] } = await build({
    entryPoints: [fileURLToPath(new URL(entry, WEB_FOLDER))],
    bundle: true,
    write: false,
    target: "es2022",
    minify: true,
    logLevel: "silent",
    ...options,
  });
  return Buffer.from(outputFiles[0].contents);
}
