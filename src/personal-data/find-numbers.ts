import type { FoundRange } from './found-range.ts';

/** Digits with single separators between them, as numbers of cards are written. */
const GROUPS = /\d+/g;
const SEPARATORS = ' \u00a0\u2009\u202f-\u2010\u2011\u2013.';
const CARD_LENGTH = { least: 13, most: 19 };
/** The first digits of the issuers of payment cards. */
const ISSUER = /^(?:3[04-9]|4|5[0-8]|2[2-7]|6)/;

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
  return group.start === end + 1 && SEPARATORS.includes(text[end] as string);
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
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ \u00a0\u202f-]?[A-Za-z\d]{4}){2,7}(?:[ \u00a0\u202f-]?[A-Za-z\d]{1,4})?/gu;
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

/** The beginnings of numbers that can only be telephone numbers: the international prefix, or parentheses. */
const OPENINGS = /\+\(?[1-9]|\(\d{3}\)|\btel:/g;
const INTERNATIONAL = /(?:tel:)?\+?\(?\d(?:[ \u00a0./()\u2011-]{0,3}\d){7,14}(?!\d)/y;
const AMERICAN = /\(\d{3}\) ?\d{3}[ .-]\d{4}(?!\d)/y;

/** Finds telephone numbers in international form, in links, and in the American form with parentheses. */
export function findPhones(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  let last = 0;
  for (const { index, 0: opening } of text.matchAll(OPENINGS)) {
    if (index < last || /[\p{L}\p{N}+]/u.test(text[index - 1] ?? '')) continue;
    const form = opening.startsWith('(') ? AMERICAN : INTERNATIONAL;
    form.lastIndex = index;
    if (!form.test(text)) continue;
    last = form.lastIndex;
    found.push({ start: index, end: last, kind: 'phone' });
  }
  return found;
}
