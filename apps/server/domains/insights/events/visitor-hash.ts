import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Hashes a text for one purpose; of another site, the same text has another hash. */
export type SiteHash = (purpose: 'visitor' | 'session' | 'claims', text: string) => bigint;

/** The hashes of the visitors and sessions that were seen last, of all sites. */
export type KnownHashes = LRUCache<string, bigint>;

/** A visitor sends many events. Computing a hash takes ten times as long as finding it. */
const MAX_KNOWN_CHARACTERS = 4_000_000;

export const createKnownHashes = (): KnownHashes =>
  new LRUCache({ maxSize: MAX_KNOWN_CHARACTERS, sizeCalculation: (_hash, text) => text.length });

/** 64 bits are counted fast, and two of ten million visitors hardly ever share a hash. */
export function createSiteHash(salt: Buffer, known: KnownHashes): SiteHash {
  const site = salt.toString('base64');
  return (purpose, text) => {
    const key = `${site} ${purpose} ${text}`;
    let hash = known.get(key);
    if (hash === undefined) {
      hash = createHmac('sha256', salt).update(`${purpose}\0${text}`).digest().readBigInt64BE(0);
      known.set(key, hash);
    }
    return hash;
  };
}

/** Hashes a visitor for whom the sender has an id. */
export const hashVisitorId = (hash: SiteHash, visitorId: string): bigint =>
  hash('visitor', nameOfId(visitorId));

export const nameOfId = (visitorId: string): string => `id ${visitorId}`;
