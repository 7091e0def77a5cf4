/** Addresses that somebody sends: parsed in one place, so that what is accepted can be used everywhere. */

import { parseUrl } from './parse-url.ts';

/** Without blanks, control characters and signs that must be percent-encoded; browsers read a backslash as a slash. */
const ALLOWED = /^(?:[^\s\p{C}%"<>\\^`{|}]|%[0-9a-f]{2})+$/iu;
const WEB_SCHEME = /^https?:\/\/[^/?#]/i;
const MAX_HOSTNAME_LENGTH = 253;
const LABEL = /^[\w-]{1,63}$/;

/** An absolute address of any scheme. Undefined for what browsers would read as something else, or not at all. */
export function parseAddress(text: string): URL | undefined {
  const url = ALLOWED.test(text) ? parseUrl(text) : undefined;
  if (!url) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url;
  return WEB_SCHEME.test(text) && isHostname(url.hostname) ? url : undefined;
}

/** An address of http or https without a user name and a password, which everybody who sees it would see. */
export function parseWebAddress(text: string): URL | undefined {
  const url = parseAddress(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

function isHostname(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= MAX_HOSTNAME_LENGTH && name.split('.').every((label) => LABEL.test(label));
}

/** The text without the slashes at its end. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
