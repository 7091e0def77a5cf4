import type { Encoding } from '../../server/platform/http/compression.ts';

const TAG_IN_LIST = /(?:W\/)?("[^"]*")/g;

/** Whether an `If-None-Match` header contains the tag, or is `*`; weak tags match, as they do for a 304. */
export function matchesEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag || header.trim() === '*') return true;
  for (const [, listed] of header.matchAll(TAG_IN_LIST)) if (listed === tag) return true;
  return false;
}

/** A strong tag names the bytes as they are sent. */
export const tagOfEncoding = (tag: string, encoding: Encoding | undefined): string =>
  encoding ? `${tag.slice(0, -1)}-${encoding}"` : tag;
