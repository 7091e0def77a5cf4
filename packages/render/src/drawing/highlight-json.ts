import type { Token, TokenKind, TokenLine } from '../pieces.ts';

/** A line of written JSON with one member or element at most, and without escapes. */
const LINE =
  /^( *)(?:("[^"\\]*")(: ))?(?:("[^"\\]*")|(-?\d[\d.eE+-]*)|(true|false|null)|([[{][\]}]?|[\]}]))?(,?)$/;
const KINDS: readonly TokenKind[] = ['', 't', '', 's', 'n', 'k', '', ''];

/**
 * Returns the tokens of indented JSON, as the grammar would find them in several times as long: pages of references
 * have hundreds of such examples. Undefined: the text is something else, or has escapes, which only the grammar knows.
 */
export function highlightJson(text: string): TokenLine[] | undefined {
  if (!isJson(text)) return undefined;
  const lines: TokenLine[] = [];
  for (const line of text.split('\n')) {
    const found = LINE.exec(line);
    if (!found) return undefined;
    lines.push(joinTokens(found.slice(1)));
  }
  return lines;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function joinTokens(texts: readonly (string | undefined)[]): TokenLine {
  const tokens: [TokenKind, string][] = [];
  for (const [n, text] of texts.entries()) {
    if (!text) continue;
    const kind = KINDS[n] ?? '';
    const last = tokens.at(-1);
    if (last?.[0] === kind) last[1] += text;
    else tokens.push([kind, text]);
  }
  return tokens as Token[];
}
