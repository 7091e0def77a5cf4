/** The class of a character in search. */
export const SEPARATOR = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
/** A letter of a script without case whose words have blanks between them. */
export const LETTER = 4;
/** Combines with the character before it. */
export const MARK = 5;
/** A script that is written without blanks between words, or in which they mean little: cut into pairs. */
export const UNSPACED = 6;
/** Invisible: a soft hyphen, a joiner, a variation selector. */
export const IGNORED = 7;
/** A pictograph, an emoji: a word of its own. */
export const PICTOGRAPH = 8;

export type CharacterClass = number;

const PATTERNS: [RegExp, CharacterClass][] = [
  [/[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|\p{Emoji_Modifier}/u, IGNORED],
  // An apostrophe, although Unicode calls it a letter.
  [/\u02bc/u, SEPARATOR],
  // The half-width voicing marks of kana make one character with the one before.
  [/[\p{M}\uff9e\uff9f]/u, MARK],
  [
    /(?=[\p{L}\p{N}])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yi}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc\uff70]/u,
    UNSPACED,
  ],
  [/\p{Lu}|\p{Lt}/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/\p{L}/u, LETTER],
  [/\p{N}/u, DIGIT],
  [/(?![\u00a9\u00ae\u2122])[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, PICTOGRAPH],
];

/** Classes of the characters of 256 code points at a time, made when the first of them is met. */
const blocks: (Uint8Array | undefined)[] = [];

export function classOf(codePoint: number): CharacterClass {
  const block = blocks[codePoint >>> 8] ?? readBlock(codePoint >>> 8);
  return block[codePoint & 0xff] as number;
}

function readBlock(number: number): Uint8Array {
  const block = new Uint8Array(256);
  for (let i = 0; i < 256; i += 1) {
    const character = String.fromCodePoint((number << 8) | i);
    block[i] = PATTERNS.find(([pattern]) => pattern.test(character))?.[1] ?? SEPARATOR;
  }
  blocks[number] = block;
  return block;
}
