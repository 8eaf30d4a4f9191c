/** The skins: images cut to circles, loaded when one is first seen. */
import { type Picture, paintPicture } from "./picture.ts";

/** Side of a skin's picture, in pixels. */
const PIXELS = 256;

export interface Skins {
  /** Where images are found, by the skin's name. */
  setPlaces(places: ReadonlyMap<string, string>): void;
  /** The round picture of a skin; undefined while it is loading, and for one that is not there. */
  pictureOf(name: string): Picture | undefined;
}

export function createSkins(): Skins {
  let places: ReadonlyMap<string, string> = new Map();
  const pictures = new Map<string, Picture | undefined>();

  async function load(name: string, url: string): Promise<void> {
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
      pictures.set(name, cutRound(image));
    } catch {
      // A cell without its image is a cell all the same.
    }
  }

  return {
    setPlaces(newPlaces) {
      places = newPlaces;
      pictures.clear();
    },
    pictureOf(name) {
      if (!pictures.has(name)) {
        pictures.set(name, undefined);
        const url = places.get(name);
        if (url) void load(name, url);
      }
      return pictures.get(name);
    },
  };
}

function cutRound(image: HTMLImageElement): Picture {
  return paintPicture(PIXELS, PIXELS, (context) => {
    context.beginPath();
    context.arc(PIXELS / 2, PIXELS / 2, PIXELS / 2, 0, 2 * Math.PI);
    context.clip();
    context.drawImage(image, 0, 0, PIXELS, PIXELS);
  });
}
