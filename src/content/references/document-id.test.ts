import { createHmac, randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../http/ids.ts';
import { hashOf } from '../tree/hash.ts';
import { documentIdOf, openDocumentId, sealDocumentId } from './document-id.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, createHmac: vi.fn(crypto.createHmac) };
});

const signatures = vi.mocked(createHmac);
afterEach(() => signatures.mockClear());

const key = randomBytes(32);
const spaceId = newId();
const hash = hashOf('text');

test('the id of an entry is signed once', () => {
  const entries = Array.from({ length: 20 }, () => ({ id: newId() }));
  const list = (): string[] => entries.map((entry) => documentIdOf(key, spaceId, entry, hash));
  const first = list();
  expect(signatures).toHaveBeenCalledTimes(entries.length);
  expect(list()).toEqual(first);
  expect(signatures).toHaveBeenCalledTimes(entries.length);
});

test('the id of an entry is the sealed one for each space, key and document', () => {
  const entry = { id: newId() };
  const other = { key: randomBytes(32), spaceId: newId(), hash: hashOf('other') };
  for (const usedKey of [key, other.key, key])
    for (const space of [spaceId, other.spaceId])
      for (const document of [hash, other.hash]) {
        const id = documentIdOf(usedKey, space, entry, document);
        expect(id).toBe(sealDocumentId(usedKey, space, { ownerId: entry.id, hash: document }));
        expect(openDocumentId([usedKey], space, id)).toEqual({ ownerId: entry.id, hash: document });
        expect(openDocumentId([usedKey], newId(), id)).toBeUndefined();
      }
});
