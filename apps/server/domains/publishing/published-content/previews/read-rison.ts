/**
 * Reads Rison, the compact form of JSON for addresses in which the public client writes claims: `(plan:pro,beta:!t)`.
 * https://github.com/Nanonid/rison
 */
export type Rison = string | number | boolean | null | Rison[] | { [name: string]: Rison };

export class RisonError extends Error {}

const MAX_DEPTH = 20;
const SYMBOLS: Record<string, boolean | null> = { t: true, f: false, n: null };
/** The characters that end an unquoted name. */
const END = /[ '!:(),*@$]/;
const NUMBER = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:e-?\d{1,3})?$/;

/** Throws `RisonError`. */
export function readRison(text: string): Rison {
  let at = 0;
  const fail = (): never => {
    throw new RisonError(`Unexpected text at position ${at}.`);
  };
  const take = (expected: string): void => {
    if (text[at] !== expected) fail();
    at += 1;
  };

  function readValue(depth: number): Rison {
    if (depth > MAX_DEPTH) fail();
    const next = text[at];
    if (next === '(') return readObject(depth);
    if (next === "'") return readQuoted();
    if (next !== '!') return readName();
    at += 1;
    if (text[at] === '(') return readList(depth);
    const symbol = SYMBOLS[text[at] ?? ''];
    if (symbol === undefined) fail();
    at += 1;
    return symbol as boolean | null;
  }

  function readObject(depth: number): Rison {
    const entries: [string, Rison][] = [];
    take('(');
    while (text[at] !== ')') {
      if (entries.length > 0) take(',');
      const name = text[at] === "'" ? readQuoted() : String(readName());
      take(':');
      entries.push([name, readValue(depth + 1)]);
    }
    take(')');
    return Object.fromEntries(entries);
  }

  function readList(depth: number): Rison {
    const items: Rison[] = [];
    take('(');
    while (text[at] !== ')') {
      if (items.length > 0) take(',');
      items.push(readValue(depth + 1));
    }
    take(')');
    return items;
  }

  function readQuoted(): string {
    let value = '';
    take("'");
    while (text[at] !== "'") {
      if (text[at] === '!') at += 1;
      if (text[at] === undefined) fail();
      value += text[at];
      at += 1;
    }
    take("'");
    return value;
  }

  function readName(): string | number {
    const start = at;
    while (at < text.length && !END.test(text[at] as string)) at += 1;
    const name = text.slice(start, at);
    if (name === '') fail();
    return NUMBER.test(name) ? Number(name) : name;
  }

  const value = readValue(0);
  if (at < text.length) fail();
  return value;
}
