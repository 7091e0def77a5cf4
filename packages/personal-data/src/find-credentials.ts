import type { FoundRange } from './found-range.ts';
import { SECRET_FORMS } from './secret-forms.ts';

/** Words as keys are made of; a key with a known beginning is one of them. */
const WORDS = /[\w-]+/g;
const REST_OF_JWT = /\.[\w-]{4,}\.[\w-]*(?:\.[\w-]+\.[\w-]+)?/y;
const REST_OF_DOTTED = /(?:\.[\w-]+){1,4}/y;
const SCHEME = /[ \t]{1,4}([\w.~+/=-]{8,})/y;
const HEADER = /:[ \t]{0,4}[^\s=]{1,200}=[^\r\n]*/y;
const LONG_WITHOUT_DIGITS = 32;

/** Addresses of services whose path is all that one needs to know. */
const SECRET_PATHS =
  /(?<![\w-])(?:hooks\.slack\.com\/(?:services|triggers|workflows)|discord(?:app)?\.com\/api\/webhooks|(?:[\w-]{1,63}\.)?webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook|hooks\.zapier\.com\/hooks\/catch)\/([\w/@-]{12,500})/gi;

/** Finds keys of known services, signed tokens, credentials in headers, and private keys. */
export function findCredentials(text: string): FoundRange[] {
  const found: FoundRange[] = [...findPrivateKeys(text), ...findSecretPaths(text)];
  let last = 0;
  for (const { index, 0: word } of text.matchAll(WORDS)) {
    if (index < last) continue;
    const range = keyAt(text, index, word) ?? schemeAt(text, index, word) ?? cookiesAt(text, index, word);
    if (!range) continue;
    found.push({ ...range, kind: 'secret' });
    last = range.end;
  }
  return found;
}

type Range = Omit<FoundRange, 'kind'>;

function keyAt(text: string, start: number, word: string): Range | undefined {
  const end = start + word.length;
  if (word.startsWith('eyJ') && word.length >= 10) {
    const rest = matchAt(REST_OF_JWT, text, end);
    if (rest) return { start, end: end + rest[0].length };
  }
  for (const { prefix, isDotted, rest } of SECRET_FORMS) {
    if (!word.startsWith(prefix)) continue;
    const more = isDotted ? (matchAt(REST_OF_DOTTED, text, end)?.[0] ?? '') : '';
    if (rest.test(word.slice(prefix.length) + more)) return { start, end: end + more.length };
  }
  return undefined;
}

/** `Bearer …` and `Basic …`: what follows must look like a credential, because both are words of prose. */
function schemeAt(text: string, start: number, word: string): Range | undefined {
  const scheme = word.toLowerCase();
  if (scheme !== 'bearer' && scheme !== 'basic') return undefined;
  const match = matchAt(SCHEME, text, start + word.length);
  const value = match?.[1] ?? '';
  const isSecret =
    scheme === 'bearer'
      ? /\d/.test(value) || value.length >= LONG_WITHOUT_DIGITS
      : /^[\w+/=-]+$/.test(value) && Buffer.from(value, 'base64').includes(':');
  const end = start + word.length + (match?.[0].length ?? 0);
  return isSecret ? { start: end - value.length, end } : undefined;
}

/** The value of a header that carries cookies, to the end of its line. */
function cookiesAt(text: string, start: number, word: string): Range | undefined {
  if (!/^(?:set-)?cookie$/i.test(word)) return undefined;
  const from = start + word.length;
  const match = matchAt(HEADER, text, from);
  return match ? { start: from + 1, end: from + match[0].length } : undefined;
}

function findSecretPaths(text: string): FoundRange[] {
  return [...text.matchAll(SECRET_PATHS)].map(({ index, 0: address, 1: path = '' }) => {
    const end = index + address.length;
    return { start: end - path.length, end, kind: 'secret' };
  });
}

const BEGIN =
  /----[- ]BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?[- ]----|^PuTTY-User-Key-File-\d:/gm;
const END =
  /----[- ]END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?[- ]----|^Private-MAC: [\da-f]{1,128}/gm;

/** A private key without its end reaches to the end of the text. */
function findPrivateKeys(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  let last = 0;
  for (const { index } of text.matchAll(BEGIN)) {
    if (index < last) continue;
    END.lastIndex = index;
    last = END.test(text) ? END.lastIndex : text.length;
    found.push({ start: index, end: last, kind: 'secret' });
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
