import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { StartupError } from "../errors.ts";

/** An image that players may look like. */
export interface Skin {
  readonly name: string;
  readonly type: string;
  readonly image: Buffer;
}

const OWN_FOLDER = fileURLToPath(new URL("../web/skins/", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
};
const MAX_BYTES = 256 * 1024;
const NAME = /^[\w-]{1,40}$/;

/**
 * The images in a folder, by file name without the ending; those of our own, unless a folder is given.
 *
 * @throws StartupError BAD_CONFIGURATION for a folder that cannot be read, or an image that cannot be served.
 */
export async function loadSkins(folder = OWN_FOLDER): Promise<Skin[]> {
  let files: string[];
  try {
    files = (await readdir(folder)).filter((file) => TYPES[extname(file)] !== undefined).sort();
  } catch (error) {
    throw wrong(`${folder} cannot be read: ${(error as Error).message}`);
  }
  const names = files.map((file) => file.slice(0, -extname(file).length));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`there are two images named ${twice}: keep one of them`);
  return await Promise.all(
    files.map(async (file, index) => {
      const name = names[index];
      const image = await readFile(join(folder, file)).catch((error: Error) => {
        throw wrong(`${file} cannot be read: ${error.message}`);
      });
      if (!NAME.test(name)) throw wrong(`${file} cannot be a skin: give it a name of 1 to 40 letters, digits, _ and -`);
      if (image.length > MAX_BYTES) throw wrong(`${file} has ${image.length} bytes, and ${MAX_BYTES} are allowed`);
      return { name, type: TYPES[extname(file)], image };
    }),
  );
}

function wrong(message: string): StartupError {
  return new StartupError("BAD_CONFIGURATION", `KRILL_SKINS_FOLDER: ${message}`);
}

/** `/api/skins` lists the skins, `/skins/:name` gives the image of one. */
export function skinRoutes(app: FastifyInstance, skins: readonly Skin[]): void {
  const byName = new Map(skins.map((skin) => [skin.name, skin]));
  const list = { skins: skins.map(({ name }) => ({ name, url: `/skins/${name}` })) };
  app.get("/api/skins", async () => list);
  app.get<{ Params: { name: string } }>("/skins/:name", async (request, reply) => {
    const skin = byName.get(request.params.name);
    if (!skin) return reply.code(404).send({ error: `there is no skin "${request.params.name}"` });
    return (
      reply
        .type(skin.type)
        .header("cache-control", "max-age=3600")
        // An image of the host's may be an SVG, which opened by itself could run scripts.
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .header("x-content-type-options", "nosniff")
        .send(skin.image)
    );
  });
}
