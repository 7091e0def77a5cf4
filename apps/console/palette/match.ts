/** Letters without accents and case, so that “cafe” finds “Café”. */
const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

const wordsOf = (query: string): string[] => foldText(query).split(/\s+/u).filter(Boolean);

/** Whether every word of a query begins a word of a text, in any order. */
export function matches(text: string, query: string): boolean {
  const folded = foldText(text);
  return wordsOf(query).every((word) => {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] as string)) return true;
      // Scripts without spaces have words anywhere.
      if (
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
      )
        return true;
    }
    return false;
  });
}

export interface Piece {
  text: string;
  isMatch: boolean;
}

/** Cuts a text into what a query matches and the rest. */
export function markMatches(text: string, query: string): Piece[] {
  // Only texts whose folding keeps the positions of letters can be marked.
  const letters = [...text];
  const folded = letters.map(foldText);
  const words = wordsOf(query);
  const isMarked = letters.map(() => false);
  for (let at = 0; at < letters.length; at += 1) {
    if (
      at > 0 &&
      /[\p{L}\p{N}]/u.test(letters[at - 1] as string) &&
      !/\p{Script=Han}/u.test(letters[at] as string)
    )
      continue;
    for (const word of words) {
      let rest = word;
      let end = at;
      while (
        rest !== '' &&
        end < folded.length &&
        rest.startsWith(folded[end] as string) &&
        folded[end] !== ''
      ) {
        rest = rest.slice((folded[end] as string).length);
        end += 1;
      }
      if (rest === '') isMarked.fill(true, at, end);
    }
  }
  const pieces: Piece[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMatch = isMarked[at] as boolean;
    const last = pieces.at(-1);
    if (last && last.isMatch === isMatch) last.text += letter;
    else pieces.push({ text: letter, isMatch });
  }
  return pieces;
}
