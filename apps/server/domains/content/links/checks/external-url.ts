import { type Hash, hashOf } from '@lectern/content/tree/hash';
import { parseUrl } from '@lectern/std/parse-url';

/** An external address as it is checked: addresses that differ only in fragment or credentials are the same. */
export interface ExternalUrl {
  hash: Hash;
  url: string;
  /** The host name without port. */
  host: string;
}

/** Longer addresses are not checked; servers refuse them as well. */
export const MAX_LENGTH = 2000;

/** Reads a target as written in a document; undefined unless it is an http(s) address of moderate length. */
export function readExternalUrl(raw: string): ExternalUrl | undefined {
  const text = raw.trim();
  if (!/^(https?:|\/\/)/i.test(text)) return undefined;
  const address = text.startsWith('//') ? `https:${text}` : text;
  const url = parseUrl(address);
  if (!url) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.href.length > MAX_LENGTH) return undefined;
  return { hash: hashOf(url.href), url: url.href, host: url.hostname };
}
