/**
 * The parts of a text that are never translated: placeholders of programs (`{name}`, `{{name}}`, `${name}`, `%s`,
 * `%1$d`, `%(name)s`), addresses, names of emoji, and line breaks.
 */
const PROTECTED =
  /\{\{[^{}\n]{1,200}\}\}|\$?\{[\p{L}\p{N}_.$:, -]{1,200}\}|%(?:\d{1,2}\$)?[-+0]?\d{0,3}(?:\.\d{1,3})?[sdifuxXc@](?![\p{L}\p{N}])|%\([\p{L}\p{N}_]{1,100}\)[sdf]|https?:\/\/[^\s<>"'`{}|\\^]{1,2000}[^\s<>"'`{}|\\^.,;:!?)\]]|(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}|(?<![\p{L}\p{N}:]):[a-z0-9_+-]{1,40}:(?![\p{L}\p{N}:])|\n/gu;

export interface TextPiece {
  text: string;
  isProtected: boolean;
}

/** The pieces of a text in their order; none is empty. */
export function splitProtected(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(PROTECTED)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isProtected: false });
    pieces.push({ text: match[0], isProtected: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isProtected: false });
  return pieces;
}
