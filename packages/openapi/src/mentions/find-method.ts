const METHOD = /\b(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)\b/g;
/** `requests.get(`, `axios.post(`, `method: "put"`. */
const CALL =
  /\.(get|put|post|delete|options|head|patch)\s{0,3}\(|\bmethod['"]?\s{0,3}[:=]\s{0,3}['"]?(get|put|post|delete|options|head|patch)\b/gi;

/** As much as is read of a call before and after its address. */
const MAX_BEFORE = 2000;
const MAX_AFTER = 200;

/** The method with which a text names the path at some place, in lower case; undefined if it names none. */
export function findMethod(text: string, start: number, isCode: boolean): string | undefined {
  return isCode ? findMethodOfCall(text, start) : findMethodBefore(text, start);
}

/** In a sentence, the word before the path. */
function findMethodBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - 40), start);
  let last: RegExpMatchArray | undefined;
  for (const match of before.matchAll(METHOD)) last = match;
  if (!last) return undefined;
  // Only quotes, emphasis and the address of the server may be between them.
  const between = before.slice((last.index as number) + last[0].length).replace(/^[\s*_`"'(:]+/, '');
  return /\s/.test(between) ? undefined : last[0].toLowerCase();
}

function findMethodOfCall(text: string, start: number): string | undefined {
  const [from, to] = findStatement(text, start);
  const before = listMethods(text.slice(from, start));
  return before.at(-1) ?? listMethods(text.slice(start, to))[0];
}

function listMethods(text: string): string[] {
  const found: { index: number; method: string }[] = [];
  for (const match of text.matchAll(METHOD)) found.push({ index: match.index, method: match[0] });
  for (const match of text.matchAll(CALL))
    found.push({ index: match.index, method: (match[1] ?? match[2]) as string });
  return found.sort((one, other) => one.index - other.index).map(({ method }) => method.toLowerCase());
}

/** The line of a place with the lines that continue it, and what follows up to the end of the call. */
function findStatement(text: string, start: number): [number, number] {
  let from = text.lastIndexOf('\n', start - 1) + 1;
  while (from > start - MAX_BEFORE && from > 1 && isContinued(text, from - 1))
    from = text.lastIndexOf('\n', from - 2) + 1;
  from = Math.max(from, start - MAX_BEFORE);
  const limit = Math.min(text.length, start + MAX_AFTER);
  let to = start;
  for (;;) {
    const next = text.indexOf('\n', to);
    if (next < 0 || next >= limit) return [from, limit];
    const line = text.slice(to, next);
    if (!isContinued(text, next) && !/[({,]\s*$/.test(line)) return [from, next];
    to = next + 1;
  }
}

/** Whether the line that ends here goes on in the next one. */
const isContinued = (text: string, newline: number): boolean => text[newline - 1] === '\\';
