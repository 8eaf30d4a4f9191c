/**
 * Makes what a person wrote fit to be shown on one line beside what others wrote: nothing unseen, nothing that reorders the
 * text around it, nothing that towers over other lines.
 */

/** Most marks (accents and the like) that stay on one letter; more only serve to climb over the lines above. */
const MOST_MARKS = 2;

/** Letters and signs that show nothing and that Unicode does not count among its controls or spaces. */
const BLANKS = /\u034F|[\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;
const CONTROLS = /\p{C}/gu;
/** White space, but for the byte order mark, which takes up none. */
const SPACES = /[^\S\uFEFF]+/gu;
const MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** `text` without controls, invisible characters and towers of marks, its spaces single ones, none at the ends. */
export function cleanLine(text: string): string {
  return text
    .replace(SPACES, " ")
    .replace(CONTROLS, "")
    .replace(BLANKS, "")
    .normalize("NFC")
    .replace(MARKS, "$1")
    .replace(SPACES, " ")
    .trim();
}
