import { gunzipSync } from 'node:zlib';
import { parseUrl } from '@lectern/std/parse-url';
import { decodeXML } from 'entities';
import { decodeText } from '../decode-text.ts';

const MAX_SITEMAPS = 20;
const MAX_SITEMAP_BYTES = 20_000_000;
const MAX_ADDRESSES = 20_000;

/** The addresses of pages in sitemaps, in their order; sitemaps of sitemaps are followed. */
export async function readSitemaps(
  addresses: readonly string[],
  {
    fetch,
    isWanted,
  }: { fetch: (url: string) => Promise<Buffer | undefined>; isWanted: (url: string) => boolean },
): Promise<string[]> {
  const waiting = [...addresses];
  const known = new Set(waiting);
  const pages = new Set<string>();
  let count = 0;
  for (let url = waiting.shift(); url !== undefined && count < MAX_SITEMAPS; url = waiting.shift()) {
    count += 1;
    const text = unpack(await fetch(url));
    if (text === undefined) continue;
    const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 2000));
    for (const [, written = ''] of text.matchAll(/<loc>([^<]{1,2000})<\/loc>/gi)) {
      const address = decodeXML(written.trim());
      if (isIndex && !known.has(address) && isSameOrigin(address, url)) {
        known.add(address);
        waiting.push(address);
      } else if (!isIndex && isWanted(address)) pages.add(address);
      if (pages.size >= MAX_ADDRESSES) return [...pages];
    }
  }
  return [...pages];
}

const isSameOrigin = (address: string, url: string): boolean =>
  parseUrl(address)?.origin === new URL(url).origin;

function unpack(bytes: Buffer | undefined): string | undefined {
  if (!bytes) return undefined;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes).text;
  try {
    return decodeText(gunzipSync(bytes, { maxOutputLength: MAX_SITEMAP_BYTES })).text;
  } catch {
    return undefined;
  }
}
