import type { FoundRange } from './found-range.ts';

const NAMES = /[\p{L}\p{M}\p{N}_-]+/gu;
/** Before a colon, French puts a space that does not break; Chinese and Japanese have a wide colon. */
const ASSIGNED = /(["'`]?)[ \t\u00a0\u202f]{0,3}(?::=|=>|[:=：＝])[ \t\u3000]{0,3}(["'`]?)/y;
/** “My password is …”, in the languages of the names below. */
const TOLD = /[ \t]{1,3}(?:is|was|ist|lautet|war|est|était|es|era|é|è|это)[ \t]{0,2}:?[ \t]{1,3}(["'`“„«]?)/y;
const IN_URL = /[^\s"'`<>&#]+/y;
const IN_TEXT = /[^\s"'`<>,;”“»，。；]+/y;
/** Placeholders of values: `$TOKEN`, `<token>`, `{{ token }}`, `***`, and values that were masked before. */
const PLACEHOLDER = /^[$<{[*%]|^(?:x{3,}|null|true|false|undefined|none|your[\w-]*)$/i;

/**
 * Names whose values are secrets, also at the end of a longer name: `STRIPE_SECRET_KEY`, “mot de passe”,
 * “palavra-passe”. Folded: without case and accents.
 */
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
  // Passwords in other languages.
  'contrasena',
  'kennwort',
  'passe',
  'passwort',
  'senha',
  'wachtwoord',
  'пароль',
  'パスワード',
  '密码',
  '密碼',
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

/** The maximum length that is read of a name, or of a sentence without spaces. */
const MAX_NAME_LENGTH = 64;

/** Finds values that are assigned to names of secrets, in queries of URLs, settings, code and sentences. */
export function findAssignedSecrets(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  let last = 0;
  for (const { index, 0: name } of text.matchAll(NAMES)) {
    if (index < last) continue;
    const plain = foldName(name.slice(-MAX_NAME_LENGTH));
    const isParameter = '?&#;'.includes(text[index - 1] ?? ' ');
    const isSecret = SECRET_NAMES.some((secret) => plain.endsWith(secret));
    if (!isSecret && !(isParameter && SECRET_PARAMETERS.has(plain))) continue;
    const end = index + name.length;
    const range = valueAfter(text, end, isParameter) ?? toldAfter(text, end);
    if (!range) continue;
    found.push({ ...range, kind: 'secret' });
    last = range.end;
  }
  return found;
}

const foldName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/_|-|[\u0300-\u036f]/g, '')
    .normalize('NFC');

function valueAfter(
  text: string,
  at: number,
  isParameter: boolean,
): { start: number; end: number } | undefined {
  const assigned = matchAt(ASSIGNED, text, at);
  if (!assigned) return undefined;
  const start = at + assigned[0].length;
  const value = matchAt(isParameter ? IN_URL : IN_TEXT, text, start)?.[0] ?? '';
  if (value === '' || PLACEHOLDER.test(value)) return undefined;
  const isCode = assigned[0] === '=' || assigned[2] !== '';
  return isCode || looksRandom(value) ? { start, end: start + value.length } : undefined;
}

function toldAfter(text: string, at: number): { start: number; end: number } | undefined {
  const told = matchAt(TOLD, text, at);
  if (!told) return undefined;
  const start = at + told[0].length;
  const value = matchAt(IN_TEXT, text, start)?.[0] ?? '';
  return looksRandom(value) ? { start, end: start + value.length } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Whether a value looks random: in a sentence, “password: required” is not a secret, and “password: hunter22” is one.
 */
const looksRandom = (value: string): boolean =>
  value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value) && !/^\d+\p{L}?[.)]?$/u.test(value);

const AUTHORITIES = /:\/\//g;
const AUTHORITY = /[^\s/?#<>"'`\\]*/y;

/** Finds names and passwords in URLs: `https://name:password@example.org`. */
export function findUserInfo(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  for (const { index } of text.matchAll(AUTHORITIES)) {
    const start = index + 3;
    const length = (matchAt(AUTHORITY, text, start)?.[0] ?? '').lastIndexOf('@');
    const userInfo = text.slice(start, start + Math.max(0, length));
    if (userInfo === '' || userInfo === 'git') continue;
    found.push({ start, end: start + length, kind: 'secret' });
  }
  return found;
}
