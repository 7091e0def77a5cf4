import type { Token, TokenLine } from '../pieces.ts';

/** The tokens from one offset to another, the outer ones cut. */
export function cutTokens(tokens: TokenLine, from: number, to: number): TokenLine {
  const cut: Token[] = [];
  let start = 0;
  for (const [kind, text] of tokens) {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (part !== '') cut.push([kind, part]);
    start += text.length;
  }
  return cut;
}
