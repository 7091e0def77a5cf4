import type { FoundRange } from './found-range.ts';

const NAMES = /[\w-]+/g;
const ASSIGNED = /(["'`]?)[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}(["'`]?)/y;
const IN_URL = /[^\s"'`<>&#]+/y;
const IN_TEXT = /[^\s"'`<>,;]+/y;
/** What stands for a value: `$TOKEN`, `<token>`, `{{ token }}`, `***` and what was masked before. */
const PLACEHOLDER = /^[$<{[*%]|^(?:x{3,}|null|true|false|undefined|none|your[\w-]*)$/i;

/** Names whose values are secrets, also as the end of a longer name: `STRIPE_SECRET_KEY`. */
const SECRET_NAMES = [
  'accesskey',
  'accountkey',
  'apikey',
  'apitoken',
  'authkey',
  'authtoken',
  'accesstoken',
  'clientsecret',
  'idtoken',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'pwd',
  'refreshtoken',
  'secret',
  'secretkey',
  'sessionid',
  'sessiontoken',
  'sharedkey',
  'signingkey',
  'token',
  'webhooksecret',
];

/** Names that mean a secret in the query of a URL, and something else in prose. */
const SECRET_PARAMETERS = new Set([
  'auth',
  'code',
  'jwt',
  'key',
  'pass',
  'session',
  'sid',
  'sig',
  'signature',
  'xamzcredential',
  'xamzsecuritytoken',
  'xamzsignature',
  'xgoogcredential',
  'xgoogsignature',
]);

const MAX_NAME_LENGTH = 64;

/** Finds values that are assigned to names of secrets, in queries of URLs, settings, code and sentences. */
export function findAssignedSecrets(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  let last = 0;
  for (const { index, 0: name } of text.matchAll(NAMES)) {
    if (index < last || name.length > MAX_NAME_LENGTH) continue;
    const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
    const isParameter = '?&#;'.includes(text[index - 1] ?? ' ');
    const isSecret = SECRET_NAMES.some((secret) => plain.endsWith(secret));
    if (!isSecret && !(isParameter && SECRET_PARAMETERS.has(plain))) continue;
    const range = valueAfter(text, index + name.length, isParameter);
    if (!range) continue;
    found.push({ ...range, kind: 'secret' });
    last = range.end;
  }
  return found;
}

function valueAfter(
  text: string,
  at: number,
  isParameter: boolean,
): { start: number; end: number } | undefined {
  ASSIGNED.lastIndex = at;
  const assigned = ASSIGNED.exec(text);
  if (!assigned) return undefined;
  const start = at + assigned[0].length;
  const pattern = isParameter ? IN_URL : IN_TEXT;
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0] ?? '';
  if (value === '' || PLACEHOLDER.test(value)) return undefined;
  const isCode = assigned[0] === '=' || assigned[2] !== '';
  return isCode || looksRandom(value) ? { start, end: start + value.length } : undefined;
}

/** In a sentence, “password: required” is not a secret, and “password: hunter22” is one. */
const looksRandom = (value: string): boolean =>
  value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value) && !/^\d+\p{L}?[.)]?$/u.test(value);

const AUTHORITIES = /:\/\//g;
const AUTHORITY = /[^\s/?#<>"'`\\]*/y;

/** Finds names and passwords in URLs: `https://name:password@example.org`. */
export function findUserInfo(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  for (const { index } of text.matchAll(AUTHORITIES)) {
    const start = index + 3;
    AUTHORITY.lastIndex = start;
    const length = (AUTHORITY.exec(text)?.[0] ?? '').lastIndexOf('@');
    const userInfo = text.slice(start, start + Math.max(0, length));
    if (userInfo === '' || userInfo === 'git') continue;
    found.push({ start, end: start + length, kind: 'secret' });
  }
  return found;
}
