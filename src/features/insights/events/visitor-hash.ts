import { createHmac } from 'node:crypto';

/** Hashes a text for one purpose; of another site, the same text has another hash. */
export type SiteHash = (purpose: 'visitor' | 'session' | 'claims', text: string) => bigint;

/** 64 bits are counted fast, and two of ten million visitors hardly ever share a hash. */
export const createSiteHash =
  (salt: Buffer): SiteHash =>
  (purpose, text) =>
    createHmac('sha256', salt).update(`${purpose}\0${text}`).digest().readBigInt64BE(0);

/** Of a visitor whose sender has an id for them. */
export const hashVisitorId = (hash: SiteHash, visitorId: string): bigint =>
  hash('visitor', nameOfId(visitorId));

export const nameOfId = (visitorId: string): string => `id ${visitorId}`;
