import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSkins, skinRoutes } from "./skins.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "krill-skins-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (file: string, content: string | Uint8Array = SVG) => writeFileSync(join(folder, file), content);

async function serve() {
  const app = Fastify();
  skinRoutes(app, await loadSkins(folder));
  return app;
}

it("has some of our own", async () => {
  const names = (await loadSkins()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names).toContain("krill");
});

it("lists the images of a folder by name, and serves each with its type", async () => {
  put("wave.svg");
  put("a_dot-2.png", Uint8Array.of(1, 2, 3));
  put("photo.jpg");
  put("photo2.webp");
  put("README.md", "No image.");
  const app = await serve();
  expect((await app.inject("/api/skins")).json().skins).toEqual(
    ["a_dot-2", "photo", "photo2", "wave"].map((name) => expect.objectContaining({ name, url: `/skins/${name}` })),
  );
  const dot = await app.inject("/skins/a_dot-2");
  expect([...dot.rawPayload]).toEqual([1, 2, 3]);
  const types = await Promise.all(
    ["wave", "a_dot-2", "photo", "photo2"].map(
      async (name) => (await app.inject(`/skins/${name}`)).headers["content-type"],
    ),
  );
  expect(types).toEqual(["image/svg+xml", "image/png", "image/jpeg", "image/webp"]);
});

it("lets an image do nothing when it is opened as a page", async () => {
  put("evil.svg", "<svg><script>alert(1)</script></svg>");
  const { headers } = await (await serve()).inject("/skins/evil");
  expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

it.each(["none", "wave.svg", "..%2f..%2fpackage.json", "__proto__", "%00"])(
  "answers 404 to /skins/%s",
  async (name) => {
    put("wave.svg");
    const response = await (await serve()).inject(`/skins/${name}`);
    expect(response.statusCode).toBe(404);
  },
);

it.each(["two words.svg", `${"n".repeat(41)}.png`, "é.svg"])("refuses the file name %s", async (file) => {
  put(file);
  await expect(loadSkins(folder)).rejects.toMatchObject({
    code: "BAD_CONFIGURATION",
    message: expect.stringMatching(/^KRILL_SKINS_FOLDER: .*letters, digits/),
  });
});

it("refuses an image that is too large, and says what is allowed", async () => {
  put("large.png", new Uint8Array(256 * 1024));
  await expect(loadSkins(folder)).resolves.toHaveLength(1);
  put("large.png", new Uint8Array(256 * 1024 + 1));
  await expect(loadSkins(folder)).rejects.toThrow(/large\.png has 262145 bytes, and 262144 are allowed/);
});

it("refuses two images of one name, of which only one could be shown", async () => {
  put("wave.svg");
  put("wave.png");
  await expect(loadSkins(folder)).rejects.toThrow(/KRILL_SKINS_FOLDER: there are two images named wave/);
});

it("refuses what cannot be read, by name", async () => {
  await expect(loadSkins(join(folder, "none"))).rejects.toThrow(/KRILL_SKINS_FOLDER: .*none cannot be read: ENOENT/);
  mkdirSync(join(folder, "folder.png"));
  await expect(loadSkins(folder)).rejects.toThrow(/KRILL_SKINS_FOLDER: folder\.png cannot be read: EISDIR/);
});
