/**
 * Finds blocked words in what people write, however they dress them up.
 *
 * Requirement: a word is seen through case, accents, look-alike letters of other alphabets, digits and signs that stand for
 * letters, letters drawn out, and letters set apart; and harmless words that hold a blocked one ("Scunthorpe", "push it")
 * are left alone.
 *
 * Idea: the text is folded to plain small letters, one code point at a time, so that each folded letter knows where it came
 * from. Each word becomes a pattern in which a letter may be any sign that stands for it, may be repeated, and may be followed
 * by up to MAX_GAP other signs. A word counts only when no letter stands before or after it, unless the list says that
 * it counts within other words too; then its letters must stand together. A match of digits and signs alone (a price, a score)
 * does not count.
 *
 * Cost: folding is linear; patterns are tried one after another, each in time linear in the text but for the gaps.
 */

/** A list made ready for use by `createWordFilter`. */
export interface WordFilter {
  /** Whether `text` holds a blocked word. */
  blocks(text: string): boolean;
  /** `text` with each character of its blocked words replaced by an asterisk. */
  mask(text: string): string;
}

/** An entry of a list that can never match anything; names the entry. */
export class BlockedWordError extends Error {
  readonly code = "bad-blocked-word";

  constructor(entry: string) {
    super(
      `The blocked word ${JSON.stringify(entry)} holds no letter or one alone: give a word of two letters at least, ` +
        "with * before and after it if it counts within other words too.",
    );
    this.name = "BlockedWordError";
  }
}

/** Blocked where a host gives no list of its own: words that insult or threaten, English ones. */
export const DEFAULT_BLOCKED_WORDS: readonly string[] = [
  "*fuck*",
  "*faggot*",
  "*bitch*",
  "*asshole*",
  "*whore*",
  "*hitler*",
  "nigger",
  "niggers",
  "nigga",
  "niggas",
  "shit",
  "shitty",
  "bullshit",
  "cunt",
  "cunts",
  "fag",
  "fags",
  "slut",
  "sluts",
  "retard",
  "retards",
  "rape",
  "rapist",
  "nazi",
  "nazis",
  "kike",
  "kys",
  "kill yourself",
];

/** Most signs between two letters of a word that is set apart: "f . u . c . k". */
const MAX_GAP = 3;

/** What may stand for a letter; the letter itself goes without saying. */
const STAND_INS: Readonly<Record<string, string>> = {
  a: "4@",
  b: "8",
  c: "(",
  e: "3€",
  g: "69",
  i: "1!|l",
  l: "1!|i",
  o: "0",
  s: "5$",
  t: "7+",
  z: "2",
};

/** Letters that look like Latin ones (Cyrillic, Greek, and Latin ones that do not decompose), by what they look like. */
const LOOK_ALIKES = new Map(
  Object.entries({
    a: "аαɑ",
    b: "вβьɓ",
    c: "сϲ¢",
    d: "ԁđð",
    e: "еєεəҽ",
    f: "ƒ",
    g: "ɡ",
    h: "һнħ",
    i: "іιıɩ",
    j: "ј",
    k: "кκ",
    l: "ӏłΙ",
    m: "мμ",
    n: "пηŋ",
    o: "оοøσ",
    p: "рρþ",
    q: "ԛ",
    r: "гɍ",
    s: "ѕ",
    t: "тτŧ",
    u: "υцս",
    v: "ѵν",
    w: "ԝωшѡ",
    x: "хχ×",
    y: "уγү",
    z: "ʐƶ",
  }).flatMap(([letter, alikes]) => [...alikes].map((alike): [string, string] => [alike, letter])),
);

/** @throws BlockedWordError for an entry that holds fewer than two letters. */
export function createWordFilter(words: readonly string[]): WordFilter {
  const patterns = words.flatMap(patternsOf);
  return {
    blocks(text) {
      const { letters } = fold(text);
      return patterns.some((pattern) => matchesOf(letters, pattern).next().value !== undefined);
    },
    mask(text) {
      const { letters, starts } = fold(text);
      let masked = text;
      for (const pattern of patterns) {
        for (const { index, 0: found } of matchesOf(letters, pattern)) {
          const from = starts[index];
          const to = starts[index + found.length];
          masked = masked.slice(0, from) + "*".repeat(to - from) + masked.slice(to);
        }
      }
      return masked;
    },
  };
}

/** The matches that hold a letter, rather than digits and signs alone. */
function* matchesOf(letters: string, pattern: RegExp): Generator<RegExpExecArray, undefined> {
  for (const match of letters.matchAll(pattern)) if (/\p{L}/u.test(match[0])) yield match;
}

/** `text` in plain small letters; `starts[i]` is where in it the i-th of them began, and the last entry is its end. */
function fold(text: string): { letters: string; starts: number[] } {
  let letters = "";
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const part of character
      .normalize("NFKD")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\p{M}\p{C}]/gu, "")) {
      const letter = LOOK_ALIKES.get(part) ?? part;
      letters += letter;
      for (let i = 0; i < letter.length; i++) starts.push(at);
    }
    at += character.length;
  }
  starts.push(at);
  return { letters, starts };
}

/** One pattern of the letters set apart, and for a word that counts within others one of the letters together. */
function patternsOf(entry: string): RegExp[] {
  const within = entry.length > 2 && entry.startsWith("*") && entry.endsWith("*");
  const letters = fold(within ? entry.slice(1, -1) : entry).letters.replace(/[^\p{L}\p{N}]/gu, "");
  const runs = letters.match(/(.)\1*/gu);
  if (runs === null || letters.length < 2 || !/\p{L}/u.test(letters)) throw new BlockedWordError(entry);
  const steps = runs.map((run) => {
    const sign = [...run][0];
    return { choice: `[${sign}${STAND_INS[sign] ?? ""}]`, length: [...run].length };
  });
  const gap = `[^\\p{L}]{0,${MAX_GAP}}?`;
  const apart = steps.flatMap(({ choice, length }) => {
    const first: string[] = Array.from({ length: length - 1 }, () => choice);
    return [...first, `${choice}+`];
  });
  const whole = new RegExp(`(?<!\\p{L})${apart.join(gap)}(?!\\p{L})`, "gu");
  if (!within) return [whole];
  return [whole, new RegExp(steps.map(({ choice, length }) => `${choice}{${length},}`).join(""), "gu")];
}
