import { randomBytes } from 'node:crypto';
import { newId } from '@lectern/std/ids';
import { expect, test } from 'vitest';
import { hashOf } from '../tree/hash.ts';
import { documentIdOf, openDocumentId, sealDocumentId } from './document-id.ts';

const key = randomBytes(32);
const spaceId = newId();
const hash = hashOf('text');

test('the id of an entry is signed once', () => {
  const id = newId();
  let signed = 0;
  const entry = {
    // Only a signature needs it.
    get id() {
      signed += 1;
      return id;
    },
  };
  const first = documentIdOf(key, spaceId, entry, hash);
  expect(documentIdOf(key, spaceId, entry, hash)).toBe(first);
  expect(signed).toBe(1);
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
