import { type RawBuilder, sql } from 'kysely';

/** The letters of these ranges are in alphabets with two cases: Latin, Greek, Cyrillic, Armenian. */
const ALPHABETS = [
  [0xc0, 0x24f],
  [0x370, 0x556],
] as const;

/** Upper-case letters, and the lower-case one of each at the same place. */
const [UPPER, LOWER] = listLetters();

function listLetters(): [upper: string, lower: string] {
  const upper: string[] = [];
  const lower: string[] = [];
  for (const [first, last] of ALPHABETS)
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = letter.toLowerCase();
      if (folded === letter || folded.length !== 1) continue;
      upper.push(letter);
      lower.push(folded);
    }
  return [upper.join(''), lower.join('')];
}

/**
 * A query without what does not matter: case and superfluous spaces. The database need not know any locale, whose
 * `lower` would depend on the server; texts of ASCII, which are most, are not looked up letter by letter.
 */
export const foldQuery = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  btrim(regexp_replace(
    case when octet_length(${text}) = char_length(${text}) then lower(${text})
      else translate(lower(${text}), ${sql.lit(UPPER)}, ${sql.lit(LOWER)}) end,
    '\\s+', ' ', 'g'))`;

/** The same in ClickHouse, whose `lower` knows only ASCII. */
export const foldQueryInClickHouse = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  trimBoth(replaceRegexpAll(translateUTF8(lower(${text}), ${UPPER}, ${LOWER}), ${'\\s+'}, ' '))`;
