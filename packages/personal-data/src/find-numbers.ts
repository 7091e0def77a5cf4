import type { FoundRange } from './found-range.ts';

/** Digits with single separators between them, as numbers of cards are written. */
const GROUPS = /\d+/g;
const SEPARATORS = ' \u00a0\u2009\u202f-\u2010\u2011\u2013.';
const WIDE_SEPARATOR =
  /^(?:[ \u00a0\u2009\u202f\u3000]{1,3}|[ \u00a0]?[-\u2010\u2011\u2013\u2014_/·][ \u00a0]?|\t)$/;
const CARD_LENGTH = { least: 13, most: 19 };
/** The first digits of the issuers of payment cards. */
const ISSUER = /^(?:3[04-9]|4|5[0-8]|2[2-7]|6)/;

/** The zeros of the digits of other scripts; each is followed by the other nine. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Returns the text with its digits as those of ASCII, and wide plus signs. Each character keeps its place. */
export const foldDigits = (text: string): string =>
  text.replace(/(?![0-9\ud800-\udfff])\p{Nd}|＋/gu, (sign) => {
    const code = sign.charCodeAt(0);
    const zero = ZEROS.find((first) => first <= code && code < first + 10);
    return sign === '＋' ? '+' : zero === undefined ? sign : String(code - zero);
  });

interface Group {
  start: number;
  digits: string;
}

/** Finds numbers of payment cards by their length, the first digits of an issuer, and a correct check digit. */
export function findCards(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  const groups = [...text.matchAll(GROUPS)].map(({ index, 0: digits }): Group => ({ start: index, digits }));
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastGroupOfCard(text, groups, first);
    if (last === undefined) continue;
    const { start, digits } = groups[last] as Group;
    found.push({ start: (groups[first] as Group).start, end: start + digits.length, kind: 'card' });
    first = last;
  }
  return found;
}

/** Finds the longest card number that begins with a group; at most nineteen groups are read. */
function lastGroupOfCard(text: string, groups: readonly Group[], first: number): number | undefined {
  let digits = '';
  let found: number | undefined;
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at] as Group;
    if (at > first && !isJoined(text, groups[at - 1] as Group, group)) break;
    if (digits.length + group.digits.length > CARD_LENGTH.most) break;
    digits += group.digits;
    if (digits.length >= CARD_LENGTH.least && ISSUER.test(digits) && hasCheckDigit(digits)) found = at;
  }
  return found;
}

function isJoined(text: string, before: Group, group: Group): boolean {
  const end = before.start + before.digits.length;
  if (group.start === end + 1 && SEPARATORS.includes(text[end] as string)) return true;
  // Numbers in a table have several spaces between them, too; those of cards are in groups of four or more.
  const isWide = before.digits.length >= 4 && group.digits.length >= 4 && group.start - end <= 4;
  return isWide && WIDE_SEPARATOR.test(text.slice(end, group.start));
}

/** Whether the check digit is correct, by the Luhn algorithm. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

const IBANS =
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ \t\u00a0\u202f.-]{0,3}[A-Za-z\d]{4}){2,7}(?:[ \t\u00a0\u202f.-]{0,3}[A-Za-z\d]{1,4})?/gu;
const IBAN_LENGTH = { least: 15, most: 34 };

/** Finds numbers of bank accounts (IBAN) by their form and correct check digits. */
export function findIbans(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  for (const { index, 0: written } of text.matchAll(IBANS)) {
    const end = endOfIban(written);
    if (end !== undefined) found.push({ start: index, end: index + end, kind: 'iban' });
  }
  return found;
}

/**
 * Finds the end of the number. A word after it looks like another group, so this is the longest beginning that ends
 * with a group and has correct check digits.
 */
function endOfIban(written: string): number | undefined {
  const ends = [...written.matchAll(/[^A-Za-z\d]/g)].map(({ index }) => index);
  for (const end of [written.length, ...ends.reverse()]) {
    const plain = written
      .slice(0, end)
      .replaceAll(/[^A-Za-z\d]/g, '')
      .toUpperCase();
    if (plain.length < IBAN_LENGTH.least) return undefined;
    if (plain.length <= IBAN_LENGTH.most && hasIbanCheckDigits(plain)) return end;
  }
  return undefined;
}

/** ISO 7064: with letters as numbers and the first four characters last, the remainder of 97 is 1. */
function hasIbanCheckDigits(plain: string): boolean {
  let remainder = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Identity numbers of the United States, in the ranges that are given out. */
const SOCIAL_SECURITY = /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g;

export const findIdentityNumbers = (text: string): FoundRange[] =>
  [...text.matchAll(SOCIAL_SECURITY)].map(({ index, 0: number }) => ({
    start: index,
    end: index + number.length,
    kind: 'id',
  }));

/** Words after which a number is one that can be called. */
const CALLED =
  /(?<![\p{L}\p{N}])(?:tel(?:efon(?:nummer|o)?|éfono|ephone)?|phone(?: number)?|mobile?|cell|handy|móvil|celular|téléphone|portable|whatsapp|fax|call(?: me)?(?: at| on)?|тел(?:ефон)?|電話|电话|전화)[ \t]{0,2}(?:number |nr\.?|no\.?|is |at |on |ist |es |est )?[.:：]?[ \t]{0,3}(?=[\d(])/giu;
const NATIONAL = /\(?\d(?:[ \u00a0./()\u2010\u2011\u2013-]{0,3}\d){6,13}(?!\d)/y;

/** Finds numbers in the form of one country after a word that announces them. */
function findCalledNumbers(text: string): FoundRange[] {
  return [...text.matchAll(CALLED)].flatMap(({ index, 0: word }): FoundRange[] => {
    const start = index + word.length;
    NATIONAL.lastIndex = start;
    return NATIONAL.test(text) ? [{ start, end: NATIONAL.lastIndex, kind: 'phone' }] : [];
  });
}

/**
 * The beginnings of numbers that can only be telephone numbers: the international prefix, parentheses, or the groups of
 * North America.
 */
const OPENINGS =
  /\+\(?[1-9]|\(\d{3}\)|\btel:|(?<!\d[ .-])\b00[1-9](?=\d{0,2}[ ./-])|\b(?:1[-. ])?[2-9]\d{2}[-.](?=[2-9]\d{2}[-.]\d{4}\b)/g;
const INTERNATIONAL = /(?:tel:)?\+?\(?\d(?:[ \u00a0./()\u2011-]{0,3}\d){7,14}(?!\d)/y;
const AMERICAN = /(?:\(\d{3}\) ?|(?:1[-. ])?\d{3}[-.])\d{3}[ .-]\d{4}(?![\d.-]*\d)/y;

/** Finds telephone numbers in international form, in links, and in the American form with parentheses. */
export function findPhones(text: string): FoundRange[] {
  const found = findCalledNumbers(text);
  let last = 0;
  for (const { index, 0: opening } of text.matchAll(OPENINGS)) {
    if (index < last || /[\p{L}\p{N}+.-]/u.test(text[index - 1] ?? '')) continue;
    const form = /^(?:\+|tel|00)/.test(opening) ? INTERNATIONAL : AMERICAN;
    form.lastIndex = index;
    if (!form.test(text)) continue;
    last = form.lastIndex;
    found.push({ start: index, end: last, kind: 'phone' });
  }
  return found;
}
