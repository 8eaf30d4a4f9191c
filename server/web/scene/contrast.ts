/** How well two colours are told apart, after WCAG 2.2: text needs 4.5, what else must be seen 3. */

/** Red, green and blue, each of 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What graphics, and the edges of controls, need against what is around them (WCAG 1.4.11, level AA). */
export const GRAPHICS_CONTRAST = 3;
/** Share of the way to black or white by which a colour gives way at a time. */
const STEP = 0.04;

/** The contrast ratio of two opaque colours, of 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `color` with `share` (0 to 1) of it taken by `other`. */
export function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2) => color[i] + (other[i] - color[i]) * share;
  return [part(0), part(1), part(2)];
}

/** `color`, or the nearest to it on the way to `away` (black or white) that is seen well on `ground`. */
export function standOut(color: Rgb, ground: Rgb, away: Rgb): Rgb {
  let share = 0;
  while (share < 1 && contrastOf(mix(color, away, share), ground) < GRAPHICS_CONTRAST) share += STEP;
  return mix(color, away, Math.min(share, 1));
}

/** @param hue in degrees; saturation and lightness of 0 to 1 */
export function rgbOf(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}

function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
