const WORD = /[\p{L}\p{N}]{2,}/gu;
/** Characters that may be searched through for words that are parts of others. */
const MAX_SEARCHED = 50_000_000;

/** Finds out whether words of a source are anywhere in what was made of it. */
export function createWordIndex(texts: readonly string[]): { hasAllOf(text: string): boolean } {
  const known = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  const all = texts.join('\n');
  let left = MAX_SEARCHED;
  const has = (word: string): boolean => {
    if (known.has(word)) return true;
    left -= all.length;
    if (left < 0 || !all.includes(word)) return false;
    known.add(word);
    return true;
  };
  return { hasAllOf: (text) => (text.match(WORD) ?? []).every(has) };
}

/** The strings in a value of JSON, such as the texts, titles and addresses of blocks. */
export function* stringsIn(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') yield next;
    else if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
}
