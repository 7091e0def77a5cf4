import { replaceEmojiCodes } from '@lectern/markdown/syntax/emoji';
import { decodeHTMLStrict } from 'entities';

// Lengths are bounded so that a hostile line costs no more than its length.
/** An escaped character or a code span, whichever comes first: an escaped backtick opens none. */
const ESCAPED_OR_CODE = /\\([!-/:-@[-`{-~])|(?<!`)(`{1,9})(?!`)(.{1,500}?)(?<!`)\2(?!`)/gs;
const IMAGE = /!\[([^[\]]{0,500})\]\([^()]{0,500}\)/g;
const LINK = /\[([^[\]]{0,500})\]\([^()]{0,500}\)/g;
const BREAK = /<br(?:\s[^<>]{0,100})?\/?>/gi;
/** Other names between angle brackets, as in `List<String>`, are text. */
const TAG =
  /<\/?(?:a|abbr|b|big|center|cite|code|del|div|em|font|i|img|ins|kbd|mark|p|picture|q|s|small|source|span|strike|strong|sub|sup|tt|u|var)(?:\s[^<>]{0,500})?\/?>/gi;
const STRONG = /(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\1/g;
const STRIKE = /(~~)(?=\S)(.{1,500}?)(?<=\S)\1/g;
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^*_]{0,500}?)(?<=[^\s*_\\])\1(?![\p{L}\p{N}*_])/gu;
/** Replaces finished text, so that no later step changes it. */
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

/** Decodes Markdown's backslash escapes and HTML entities (those that end in `;`). */
export const decodeText = (text: string): string =>
  text
    .split(/(\\[!-/:-@[-`{-~])/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1) : decodeHTMLStrict(part)))
    .join('');

/**
 * Returns one line of inline Markdown as readers see it: marks removed, escapes and entities decoded, raw `&` and `<`
 * kept.
 */
export function plainText(
  markdown: string,
  { keepsEmojiCodes = false }: { keepsEmojiCodes?: boolean } = {},
): string {
  const finished: string[] = [];
  const finish = (text: string): string => `\uE000${finished.push(text) - 1}\uE001`;
  let text = markdown.replace(/[\uE000\uE001]/g, '');
  text = text.replace(ESCAPED_OR_CODE, (_, character: string | undefined, __, code: string) =>
    finish(character ?? withoutPadding(code)),
  );
  if (!keepsEmojiCodes) text = replaceEmojiCodes(text);
  text = text.replace(IMAGE, '$1').replace(LINK, '$1').replace(BREAK, ' ').replace(TAG, '');
  text = text.replace(STRONG, '$2').replace(STRIKE, '$2').replace(EMPHASIS, '$2');
  return decodeHTMLStrict(text)
    .replace(PLACEHOLDER, (_, index: string) => finished[Number(index)] ?? '')
    .trim();
}

/** One blank on each side of a code span only separates it from its backticks. */
const withoutPadding = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;

/** The slug that a title gets: letters, digits, `_` and `.` stay, quotes go, runs of anything else become `-`. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['"‘’“”`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
