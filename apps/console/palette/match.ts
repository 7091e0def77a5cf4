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
      // In scripts without spaces, words can begin anywhere.
      if (
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
      )
        return true;
    }
    return false;
  });
}

/**
 * How well a text matches a query, the lower the better: every word begins a word (0), is somewhere in it (1), consists
 * of beginnings of words, such as “gs” of “Getting started” (2), or has one mistake (3). Undefined if it does not.
 */
export function rankOf(text: string, query: string): number | undefined {
  if (matches(text, query)) return 0;
  const folded = foldText(text);
  const asked = wordsOf(query);
  if (asked.every((word) => folded.includes(word))) return 1;
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = asked.join('');
  if (letters.length >= 2 && areBeginnings(letters, words)) return 2;
  const isClose = (word: string): boolean =>
    word.length >= 4 && words.some((one) => hasOneMistake(word, one));
  return asked.every((word) => folded.includes(word) || isClose(word)) ? 3 : undefined;
}

/** Whether letters are the beginnings of some words, in their order. */
function areBeginnings(letters: string, words: readonly string[]): boolean {
  if (letters === '') return true;
  return words.some((word, at) => {
    for (let length = 1; length <= letters.length && letters.startsWith(word.slice(0, length)); length += 1) {
      if (length > word.length) break;
      if (areBeginnings(letters.slice(length), words.slice(at + 1))) return true;
    }
    return false;
  });
}

/** Whether one letter too many, too few, another one, or two in the wrong order make the beginning of a word. */
function hasOneMistake(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = typed.slice(at + 1);
  return (
    word.startsWith(rest, at) ||
    word.startsWith(rest, at + 1) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  );
}

/** The best of a list for a query, the best first. */
export function bestOf<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): Item[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(textOf(item), query);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
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
