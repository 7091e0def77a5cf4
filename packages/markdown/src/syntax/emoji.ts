import type { StateInline } from 'markdown-it';
import names from 'markdown-it-emoji/lib/data/full.mjs';

const EMOJI = new Map(Object.entries(names));

/** A code as GitHub writes it. Words and numbers beside a colon, as in times and `std::vector`, are no codes. */
const CODE = /:([a-z0-9_+-]{1,50}):(?![A-Za-z0-9_])/y;

const CODES = /:([a-z0-9_+-]{1,50})(?=:)/g;

/** `:tada:`. */
export function emojiRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== 0x3a) return false;
  CODE.lastIndex = pos;
  const [code, name] = CODE.exec(src) ?? [];
  const emoji = name === undefined ? undefined : EMOJI.get(name);
  if (code === undefined || emoji === undefined || pos + code.length > posMax) return false;
  const isAfterEmoji = state.pending === '' && state.tokens.at(-1)?.type === 'emoji';
  if (pos > 0 && !isAfterEmoji && /[A-Za-z0-9_:]/.test(src[pos - 1]!)) return false;
  if (!silent) {
    const token = state.push('emoji', '', 0);
    token.content = emoji;
    token.markup = code;
  }
  state.pos += code.length;
  return true;
}

/** Escapes what would be read as codes. */
export const escapeEmoji = (text: string): string =>
  text.replace(CODES, (code, name: string) => (EMOJI.has(name) ? `\\${code}` : code));

/** Puts emoji in the place of their codes in a text without any other markup. */
export const replaceEmojiCodes = (text: string): string =>
  text.replace(
    /(?<![A-Za-z0-9_:]):([a-z0-9_+-]{1,50}):(?![A-Za-z0-9_:])/g,
    (code, name: string) => EMOJI.get(name) ?? code,
  );
