import type { FoundRange } from './found-range.ts';

/** The sign between name and domain, also as URLs and HTML write it. */
const AT = /[@＠]|%40|&#64;|&#x40;|&commat;|(?<![ ]) ?[([{] ?(?:at|@|ät|arroba) ?[)\]}] ?/gi;
/** The full stop of a domain, also as people write it who do not want to be found by programs. */
const SPELLED_DOMAIN =
  /(?:[\p{L}\p{N}-]{1,63}(?:\.| ?[([{] ?(?:dot|punkt|punto|point) ?[)\]}] ?)){1,5}\p{L}[\p{L}\p{N}-]{1,62}/iuy;
const OF_NAME = /[\p{L}\p{M}\p{N}.!#$%'+^_~-]/u;
/** Signs that a name cannot begin with in a sentence: quotes, and the marks of Markdown and of other languages. */
const BEFORE_NAME = /[^\p{L}\p{N}]/u;
const DOMAIN = /(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{M}\p{N}-]{1,62}|\[[\d.:A-Fa-f]{2,45}\]/uy;
/** `git@github.com` is how repositories are addressed, and nobody's mailbox. */
const NOT_PERSONAL = new Set(['git']);

/** Finds email addresses. Each character is read at most twice: a name ends at the sign before. */
export function findEmails(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  let last = 0;
  for (const sign of text.matchAll(AT)) {
    const isSpelled = /[([{]/.test(sign[0]);
    const end = endOfDomain(isSpelled ? SPELLED_DOMAIN : DOMAIN, text, sign.index + sign[0].length);
    const start = startOfName(text, sign.index, last);
    last = sign.index + sign[0].length;
    if (end === undefined || start === sign.index) continue;
    if (NOT_PERSONAL.has(text.slice(start, sign.index).toLowerCase())) continue;
    found.push({ start, end, kind: 'email' });
    last = end;
  }
  return found;
}

function endOfDomain(form: RegExp, text: string, start: number): number | undefined {
  form.lastIndex = start;
  return form.test(text) ? form.lastIndex : undefined;
}

function startOfName(text: string, end: number, earliest: number): number {
  let start = end;
  while (start > earliest && OF_NAME.test(characterBefore(text, start)))
    start -= characterBefore(text, start).length;
  while (start < end && BEFORE_NAME.test(characterAt(text, start))) start += characterAt(text, start).length;
  return start;
}

const characterAt = (text: string, at: number): string =>
  String.fromCodePoint(text.codePointAt(at) as number);

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return text.slice(isPair ? at - 2 : at - 1, at);
}
